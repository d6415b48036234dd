import type { Dialect } from './dialects';

export type AuthorizationParts = {
	readonly accessKeyId: string;
	readonly scope: string;
	/** Names of signed headers, joined by `;`; left out when there are none to name. */
	readonly named: string;
	readonly signature: string;
};

/** The Authorization header of both V4 schemes. */
export function authorization(dialect: Dialect, parts: AuthorizationParts): string {
	const { accessKeyId, scope, named, signature } = parts;
	const members = [
		`Credential=${accessKeyId}/${scope}`,
		...(named ? [`${dialect.namedHeaders}=${named}`] : []),
		`Signature=${signature}`,
	];
	return `${dialect.algorithm} ${members.join(',')}`;
}
