import {
	expectedToken,
	prefixOf,
	type CallbackHeaders,
	type CallbackSettings,
} from './authenticate';

/** Task headers that chose the mode or carry the token; they tell a workflow nothing. */
const OWN = ['authorization', 'webhook-url', 'async'];

/**
 * The task headers that travelled along, by their names without the prefix. None where no token is
 * asked for: they cannot be read back, so anybody could have written them.
 */
export function metadataOf(
	headers: CallbackHeaders,
	settings: CallbackSettings,
): Record<string, string> {
	if (expectedToken(settings) === undefined) return {};
	const prefix = prefixOf(settings);
	const travelled = Object.entries(headers)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(travelled.filter(([name]) => !OWN.includes(name)));
}
