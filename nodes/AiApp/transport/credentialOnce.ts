import type { RequestFunctions } from './http';

/**
 * The same functions, which read the credential once for all that is done with them. For work that
 * is over within seconds: outside of executions n8n makes an expression runtime for each reading
 * (n8n 2.41: a tenth of a second of processor time, and every call of the service reads it again).
 */
export function withCredentialOnce<Functions extends RequestFunctions>(fns: Functions): Functions {
	let credential: Promise<object> | undefined;
	const getCredentials = (type: string) => (credential ??= fns.getCredentials(type));
	return Object.create(fns, { getCredentials: { value: getCredentials } }) as Functions;
}
