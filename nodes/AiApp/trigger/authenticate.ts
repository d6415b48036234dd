import { bearerToken, boundToken, isSameToken, taskHeaderPrefix } from '../../../client/index';
import type { Settings } from '../transport/credential';

/** What the credential says of callbacks. */
export type CallbackSettings = Pick<Settings, 'callbackToken' | 'taskHeaderPrefix'>;

/** The headers of a call by name, in lower case. */
export type CallbackHeaders = Readonly<Record<string, unknown>>;

/** The token that callbacks must bring; undefined when the credential holds none. */
export function expectedToken({ callbackToken }: CallbackSettings): string | undefined {
	return callbackToken.trim() || undefined;
}

/**
 * Callbacks bring the token back as Authorization, and under the header it was sent with: the one
 * that opens `ownUrl` only, or from senders elsewhere the token itself.
 */
export function isFromService(
	headers: CallbackHeaders,
	settings: CallbackSettings,
	ownUrl: string | undefined,
): boolean {
	const token = expectedToken(settings);
	if (token === undefined) return true;
	const accepted = [token, boundToken(token, ownUrl ?? '')];
	const given = [headers['authorization'], headers[`${prefixOf(settings)}authorization`]];
	return given.some((value) => {
		const brought = bearerToken(typeof value === 'string' ? value : undefined);
		if (brought === undefined) return false;
		return accepted.some((each) => each !== undefined && isSameToken(brought, each));
	});
}

/** How task headers begin, in lower case as headers arrive. */
export function prefixOf(settings: CallbackSettings): string {
	return taskHeaderPrefix(settings.taskHeaderPrefix).toLowerCase();
}
