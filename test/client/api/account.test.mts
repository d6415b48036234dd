import fc from 'fast-check';
import { knownFields } from '../../../client/api/account';
import { parseAppId, readAppName } from '../../../client/api/apps';
import { boundToken, tokenFor } from '../../../client/api/callbackToken';
import { createEndpoints } from '../../../client/api/endpoints';
import { asRequestId } from '../../../client/api/requestId';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

describe('records of the account', () => {
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

	it('only known fields are returned, and of them only texts, numbers and switches', () => {
		const known = {
			...{ id: 'u-1', nick_name: 'Someone', email: 'someone@example.com', level: 2 },
			...{ avatar: 'https://example.com/portrait.png', level_display_name: 'Gold' },
			...{ balance: 1, gift_balance: 2.5, charge_balance: '65.3w', gift_amount: 3 },
			...{ total_available_coupons: 4, credits_today_expired: 5, currency: 'EUR' },
		};
		const unknown = {
			...{ api_key: 'x', access_token: 'x', note: 'x', a3f9c0d47b1e: 1, secret_id: 'x' },
			...{ balances: 1, status: { key: 'x' }, amount: ['x'] },
		};

		expect(knownFields({ ...known, ...unknown })).toEqual(known);
	});

	it.each([null, undefined, 'text', 0, []])('%j has no fields', (value) => {
		expect(knownFields(value)).toEqual({});
	});
});

describe('lists of apps', () => {
	const service = useService();

	it('the record of an app comes from the metadata host', async () => {
		const app = await service.client.app(54663);

		expect(app).toMatchObject({ id: 54663, name: 'Picture from Text' });
		expect(service.requests('detail')).toMatchObject([
			{ host: 'meta', method: 'GET', path: '/v1/webapp/54663/detail' },
		]);
	});

	it('the name of an app is one line of what people can see', () => {
		expect(readAppName({ name: 'Nice\u200b\u{e0041} app\nSYSTEM: <b>' })).toBe(
			'Nice app SYSTEM: ‹b›',
		);
		expect(readAppName({ name: '\u200b' })).toBeUndefined();
	});

	it("a private app is found with its owner's key", async () => {
		await expect(service.client.app(57005)).resolves.toMatchObject({ name: 'Private App' });
	});

	it.each([
		['does not exist', 99999, undefined],
		['belongs to someone else', 57005, 'sk-of-somebody-else'],
	])('an app that %s is not found', async (_, appId, apiKey) => {
		const error = await errorOf(() => service.clientWith({ apiKey }).app(appId));

		expect(error).toMatchObject({ kind: 'app_not_found', details: { appId, code: '20230' } });
	});

	it("a wrong key is reported as such, and the message doesn't contain it", async () => {
		const apiKey = 'sk-wrong-0123456789';
		const { tasks } = service.clientWith({ apiKey });

		const error = await errorOf(() => tasks.status('r-1'));

		expect(error.kind).toBe('credential');
		expect(JSON.stringify([error.message, error.details])).not.toContain(apiKey);
	});

	describe('an app ID as typed or computed', () => {
		it.each([
			[54663, 54663],
			['54663', 54663],
			[' 54663 ', 54663],
			['0054663', 54663],
			['https://app.example.com/apps/54663', 54663],
			[' http://app.example.com/v2/apps/54663/run?from=12#3 ', 54663],
			['https://app.example.com/54663/', 54663],
			['https://app.example.com/apps/54663/versions/3', 54663],
			['https://app.example.com/users/12/app/detail/54663/comments/7', 54663],
			['https://app.example.com/54663/v/3', 54663],
			['https://app.example.com/#/apps/54663', 54663],
			['https://app.example.com/index.html#!/apps/54663/versions/3?tab=1', 54663],
		])('%j is %d', (given, id) => {
			expect(parseAppId(given)).toBe(id);
		});

		const noIds: readonly unknown[] = [
			'',
			undefined,
			null,
			0,
			-1,
			1.5,
			NaN,
			'abc',
			'5e4',
			'0x10',
			'12 34',
			'https://app.example.com/apps',
			'https://54663/',
			'https://app.example.com/discover#3',
			'https://app.example.com/versions/3',
			'https://app.example.com/a54663?id=54663',
			'ftp://app.example.com/54663',
			'app.example.com/54663',
			'99999999999999999999',
			true,
			{},
			{ toString: 1 },
		];

		it.each(noIds.map((given) => [given]))('%j is no app ID', async (given) => {
			const error = await errorOf(() => parseAppId(given));

			expect(error.kind).toBe('input');
			expect(error.details.reason).toBe('appId');
		});
	});
});

const TOKEN = 'callback-token-0123456789';

const TRIGGER = 'https://n8n.example.com/webhook/5b1f/ai-app-task';

describe('a token that is bound to a URL', () => {
	it('is the HMAC of the URL with the token as its key, in hexadecimal', () => {
		// echo -n "$TRIGGER" | openssl dgst -sha256 -hmac "$TOKEN"
		expect(boundToken(TOKEN, TRIGGER)).toBe(
			'831d926c293ce9757bab0aaff3ee54dcacfea4711d6ab7f707bc9a5aeb56055e',
		);
	});

	it.each([
		`${TRIGGER}/`,
		` ${TRIGGER} `,
		`${TRIGGER}?a=1`,
		`${TRIGGER}#a`,
		TRIGGER.replace('n8n.example.com', 'N8N.Example.com:443'),
		TRIGGER.replace('/webhook/', '/webhook/x/../'),
	])('is the same for %j', (url) => {
		expect(boundToken(TOKEN, url)).toBe(boundToken(TOKEN, TRIGGER));
	});

	it.each([
		TRIGGER.replace('/webhook/', '/webhook-test/'),
		TRIGGER.replace('5b1f', '5B1F'),
		TRIGGER.replace('https:', 'http:'),
		TRIGGER.replace('.com', '.com:8443'),
		TRIGGER.replace('n8n.', 'n8n2.'),
		`${TRIGGER}/more`,
		`${TRIGGER}%2F`,
	])('is different for %j', (url) => {
		expect(boundToken(TOKEN, url)).toMatch(/^[0-9a-f]{64}$/);
		expect(boundToken(TOKEN, url)).not.toBe(boundToken(TOKEN, TRIGGER));
	});

	it('is different for another token', () => {
		expect(boundToken(`${TOKEN}0`, TRIGGER)).not.toBe(boundToken(TOKEN, TRIGGER));
	});

	it('is missing for an invalid URL', () => {
		expect(boundToken(TOKEN, 'my trigger')).toBeUndefined();
	});
});

describe('the token that is sent', () => {
	const rules = {
		token: TOKEN,
		ownOrigins: ['https://n8n.example.com'],
		allowedUrls:
			'https://a.example.com/hooks/,https://b.example.com:8443\nhttps://n8n.example.com not-an-address',
	};

	it('a URL of this n8n instance gets a token that is bound to it, whatever else is allowed', () => {
		expect(tokenFor(TRIGGER, rules)).toBe(boundToken(TOKEN, TRIGGER));
	});

	it.each([
		'https://a.example.com/hooks',
		'https://a.example.com/hooks/?a=1',
		'https://A.example.com:443/hooks/1/2',
		'https://b.example.com:8443/',
		'https://b.example.com:8443/x',
	])('an allowed URL gets the token itself: %j', (url) => {
		expect(tokenFor(url, rules)).toBe(TOKEN);
	});

	it.each([
		'https://a.example.com/',
		'https://a.example.com/hooks2',
		'https://a.example.com/hooks/../x',
		'https://a.example.com/hooks/%2e%2e/x',
		'https://a.example.com/hooks%2f1',
		'http://a.example.com/hooks',
		'https://a.example.com:8443/hooks',
		'https://a.example.com.evil.example/hooks',
		'https://a.example.com@evil.example/hooks',
		'https://evil.example/https://a.example.com/hooks',
		'https://b.example.com/',
		'https://n8n.example.com.evil.example/webhook',
		'not-an-address',
		'',
	])('any other URL gets none: %j', (url) => {
		expect(tokenFor(url, rules)).toBeUndefined();
	});
});

const baseUrl = 'https://api.example.com/v1/';

const metadataUrl = 'https://meta.example.com';

const endpoints = createEndpoints({ baseUrl, metadataUrl });

const TASKS = 'https://api.example.com/v1/webapp/task/openapi';

it.each([
	['create', endpoints.create, `${TASKS}/create`],
	['status', endpoints.task('r-1'), `${TASKS}/r-1`],
	['outputs', endpoints.outputs('r-1'), `${TASKS}/r-1/outputs`],
	['cancel', endpoints.cancel('r-1'), `${TASKS}/r-1/cancel`],
	['interrupt', endpoints.interrupt('r-1'), `${TASKS}/r-1/interrupt`],
	['detail', endpoints.appDetail(7), 'https://meta.example.com/v1/webapp/7/detail'],
])('%s has the URL of the specification', (_, address, expected) => {
	expect(address).toBe(expected);
});

it.each([undefined, '', '  '])('metadata comes from the Base URL when %j is given', (none) => {
	const only = createEndpoints({ baseUrl, metadataUrl: none });

	expect(only.appDetail(7)).toBe('https://api.example.com/v1/webapp/7/detail');
	expect(only.hosts).toEqual(['api.example.com']);
});

it('the API key may go to the two hosts and nowhere else', () => {
	expect(endpoints.hosts).toEqual(['api.example.com', 'meta.example.com']);
});

it.each([
	['base', { baseUrl: 'api.example.com' }],
	['base', { baseUrl: '' }],
	['metadata', { baseUrl, metadataUrl: 'ftp://meta.example.com' }],
])('an invalid %s URL is named in the message', async (field, addresses) => {
	const error = await errorOf(() => createEndpoints(addresses));

	expect(error.details).toMatchObject({ reason: 'address', name: field });
});

it.each(['', '.', '..', '\ud800', 'a/b', 'a\nb', 'a'.repeat(201)])(
	"%j isn't a request ID",
	(text) => expect(asRequestId(text)).toBeUndefined(),
);

it('a request ID is one segment of the path, whatever it contains', () => {
	const id = fc
		.stringMatching(/^[\w.:-]{1,200}$/)
		.filter((text) => asRequestId(text) !== undefined);
	fc.assert(
		fc.property(id, (requestId) => {
			const segments = new URL(endpoints.cancel(requestId)).pathname.split('/');
			expect(segments.slice(0, 5)).toEqual(['', 'v1', 'webapp', 'task', 'openapi']);
			expect(segments.slice(6)).toEqual(['cancel']);
		}),
	);
});
