import {
	expectedToken,
	prefixOf,
	type CallbackHeaders,
	type CallbackSettings,
} from './authenticate';

/** Task headers that select the mode or contain the token: of no use to a workflow. */
const OWN = ['authorization', 'webhook-url', 'async'];

/**
 * The custom task headers of a callback, by their names without the prefix. None without a callback
 * token: the service cannot confirm them, so anyone could have written them.
 */
export function taskHeadersOf(
	headers: CallbackHeaders,
	settings: CallbackSettings,
): Record<string, string> {
	if (expectedToken(settings) === undefined) return {};
	const prefix = prefixOf(settings);
	const custom = Object.entries(headers)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(custom.filter(([name]) => !OWN.includes(name)));
}
