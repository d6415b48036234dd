import { parseAppId, readAppName } from '../../../client/api/apps';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

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

	expect(error).toMatchObject({ kind: 'app_not_found', details: { code: '20230' } });
	expect(error.message).toContain(`App ${appId} was not found or is not accessible (`);
});

it.each([
	['a page with 200', { type: 'html', status: 200 }],
	['an answer without a record', { type: 'answer', status: 200, body: { code: 20000, data: [] } }],
	['an answer over the size cap', { type: 'bytes', count: 11 * 1024 ** 2 }],
	['a redirect', { type: 'redirect', to: 'https://elsewhere.example/' }],
] as const)('%s is no app', async (_, effect) => {
	service.emulator.addFault({ on: 'detail', effect });

	expect((await errorOf(() => service.client.app(54663))).kind).toBe('unexpected_response');
	expect(service.requests('detail')).toHaveLength(1);
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

describe('a service that sends its codes as strings', () => {
	const other = useService({ stringCodes: true });

	it('is understood as well', async () => {
		const error = await errorOf(() => other.client.app(99999));

		expect(error).toMatchObject({ kind: 'app_not_found', details: { code: '20230' } });
	});
});
