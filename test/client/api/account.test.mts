import { withoutSecrets } from '../../../client/api/account';
import { useService } from '../service.mts';

const service = useService({ giftWallet: false });

it('the wallet is read from the base URL and returned as sent', async () => {
	expect(await service.client.account.wallet()).toMatchObject({ recharge_balance: 12000 });
	expect(service.requests('wallet')).toMatchObject([{ host: 'api', path: '/v1/wallet' }]);
});

it('the user is read from the metadata URL and returned without keys', async () => {
	const user = await service.client.account.user();

	expect(service.requests('user')).toMatchObject([{ host: 'meta', path: '/v1/user/info' }]);
	expect(user).toMatchObject({ id: expect.any(String) });
	expect(JSON.stringify(user)).not.toContain(service.emulator.apiKey);
});

it.each([
	'api_key',
	'apiKey',
	'API-KEY',
	'access_key_id',
	'access_token',
	'secret',
	'passwordHash',
	'keys',
	'sk',
	'jwt',
	'auth',
	'authorization',
	'cookie',
	'session_id',
	'private_key',
	'pass',
	'pwd',
	'signature',
])('a field named %s is left out at any depth', (name) => {
	const record = { id: 1, [name]: 'x', list: [{ [name]: 'x', ok: true }], deep: { [name]: {} } };

	expect(withoutSecrets(record)).toEqual({ id: 1, list: [{ ok: true }], deep: {} });
});

it('a field of any other name contains no text that is long enough for a secret', () => {
	const secret = 'eyJhbGciOiJIUzI1';
	const record = { note: secret, list: [secret, 'EUR'], deep: [{ any: secret, total: '65.3w' }] };

	expect(withoutSecrets(record)).toEqual({ list: ['EUR'], deep: [{ total: '65.3w' }] });
	expect(withoutSecrets(secret)).toBeUndefined();
});

it('long texts of known fields are kept', () => {
	const known = { email: 'someone@example.com', avatar: 'https://example.com/portrait.png' };

	expect(withoutSecrets(known)).toEqual(known);
});

it('texts of known fields have a length, too', () => {
	const key = 'a3f9'.repeat(12);
	const record = { nick_name: key, id: key, avatar: `https://example.com/${'x'.repeat(1_000)}` };

	expect(withoutSecrets({ ...record, level: 'Gold', language: 'en' })).toEqual({
		level: 'Gold',
		language: 'en',
	});
});

it.each(['sk-abcdefghijklm', 'a3f9c0d47b1e', '8a1f-77c0-e2d5', 'eyJhbGciOiJIUzI1'])(
	'a field whose name may be a secret itself is left out: %s',
	(name) => {
		const uses = { [name]: 1, recharge_balance: 2, giftBalance2: 3, level_display_name: 'Gold' };
		const { uses: left } = withoutSecrets({ uses }) as { readonly uses: object };

		expect(Object.keys(left)).toEqual(Object.keys(uses).filter((other) => other !== name));
	},
);

it.each([null, undefined, 'text', 0, false, [], {}])('%j is kept', (value) => {
	expect(withoutSecrets(value)).toEqual(value);
});
