import { bearerToken, boundToken, isSameToken, taskHeaderPrefix } from '../../../client/index';
import type { Settings } from '../transport/credential';

/** The callback settings of the credential. */
export type CallbackSettings = Pick<Settings, 'callbackToken' | 'taskHeaderPrefix'>;

/** The headers of a call by name, in lower case. */
export type CallbackHeaders = Readonly<Record<string, unknown>>;

/** The token that callbacks must contain; undefined if the credential has none. */
export function expectedToken({ callbackToken }: CallbackSettings): string | undefined {
	return callbackToken.trim() || undefined;
}

/**
 * Callbacks return the token as Authorization, and in the header it was sent with: the one that is
 * valid only for `ownUrl`, or from senders elsewhere the token itself.
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

/** The prefix of task headers, in lower case as headers arrive. */
export function prefixOf(settings: CallbackSettings): string {
	return taskHeaderPrefix(settings.taskHeaderPrefix).toLowerCase();
}
