import type { Rest } from './rest.mts';

export type CredentialDraft = {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
};

export type Credential = {
	readonly id: string;
	readonly name: string;
	readonly type: string;
};

export type CredentialTest = {
	readonly status: 'OK' | 'Error';
	readonly message: string;
};

/** Creates the credential, or updates the one of the same name and type. */
export async function saveCredential(rest: Rest, draft: CredentialDraft): Promise<Credential> {
	const all = await rest.call<readonly Credential[]>('GET', '/rest/credentials');
	const present = all.find(({ name, type }) => name === draft.name && type === draft.type);
	if (present === undefined) return rest.call('POST', '/rest/credentials', draft);
	return rest.call('PATCH', `/rest/credentials/${present.id}`, draft);
}

/** What the editor shows after "Test": the response of the node's test to n8n. */
export function testCredential(
	rest: Rest,
	{ id }: Credential,
	draft: CredentialDraft,
): Promise<CredentialTest> {
	return rest.call('POST', '/rest/credentials/test', { credentials: { id, ...draft } });
}
