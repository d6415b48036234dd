import { clock } from './clock';
import type { RequestFunctions } from './http';

/**
 * The same functions, which read the credential again only when the last reading is older than
 * `forMs`. n8n reads it for every authenticated call: a query and a decryption, and outside of
 * executions an expression runtime (n8n 2.41: a tenth of a second of processor time).
 */
export function withCachedCredential<Functions extends RequestFunctions>(
	ctx: Functions,
	forMs = Infinity,
): Functions {
	let credential: Promise<object> | undefined;
	let readAt = -Infinity;

	function getCredentials(type: string): Promise<object> {
		const now = clock.now();
		if (!credential || now - readAt > forMs) {
			credential = ctx.getCredentials(type);
			readAt = now;
		}
		return credential;
	}

	return Object.create(ctx, { getCredentials: { value: getCredentials } }) as Functions;
}
