import type { Rest } from './rest.mts';

export type Owner = {
	readonly email: string;
	readonly password: string;
};

type Settings = { readonly userManagement: { readonly showSetupOnFirstLoad: boolean } };

/** Signs in as the owner; sets the account up on an n8n that has none yet. */
export async function signIn(rest: Rest, { email, password }: Owner): Promise<void> {
	const settings = await rest.call<Settings>('GET', '/rest/settings');
	if (settings.userManagement.showSetupOnFirstLoad) {
		const name = { firstName: 'Demo', lastName: 'Owner' };
		await rest.call('POST', '/rest/owner/setup', { email, password, ...name });
	}
	await rest.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
}
