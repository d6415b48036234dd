import type { INodeParameterResourceLocator } from 'n8n-workflow';
import { listedApps } from '../editor.mts';
import { useService } from '../service.mts';
import { API_EXAMPLES } from './apiExamples.mts';

const service = useService();

const SAVED_APPS = [
	'54663 Text to Picture',
	'  https://app.example.com/apps/56258?lang=en   Levels of a Photo ',
	'not an app',
	'',
	'54663 Twice',
	'57001',
].join('\r\n');
const SAVED = [
	{ name: '54663 Text to Picture', value: '54663' },
	{ name: '56258 Levels of a Photo', value: '56258' },
	{ name: 'No app ID in Saved Apps: not an app', value: '' },
	{ name: 'App 57001', value: '57001' },
];
const PICTURE = { name: '54663 Picture from Text by Sample Author', value: '54663' };

/** The list for a credential with Saved Apps. */
function listed(typed?: string, locator: Partial<INodeParameterResourceLocator> = {}) {
	const appId = { __rl: true, mode: 'list', value: '', ...locator } as const;
	return listedApps({ ...service.credential, savedApps: SAVED_APPS }, typed, appId);
}

const details = () => service.emulator.requests().map(({ path }) => path);

const isDown = () =>
	service.emulator.addFault({
		on: 'detail',
		times: Infinity,
		effect: { type: 'html', status: 503 },
	});

describe('with nothing typed', () => {
	it('lists the saved apps, names lines without an ID, and makes no call', async () => {
		expect(await listed()).toEqual(SAVED);
		expect(await listed('  ')).toEqual(SAVED);
		expect(details()).toEqual([]);
	});

	it('reads a line of Saved Apps once, however often it is there', async () => {
		const split = jest.spyOn(String.prototype, 'split');

		const list = await listedApps({ ...service.credential, savedApps: 'no app\n\n'.repeat(5_000) });

		const linesRead = split.mock.calls.filter(
			([separator]) => String(separator) === '/\\s+/',
		).length;
		split.mockRestore();
		expect(list).toHaveLength(1);
		expect(linesRead).toBeLessThan(10);
	});

	it('says what to type if the credential has no saved apps', async () => {
		expect(await listedApps(service.credential)).toEqual([
			{ name: 'Type an app ID, or paste a page URL or API example', value: '' },
		]);
	});

	it('says so as well if such a row was clicked, although the editor then holds its name', async () => {
		const clicked = {
			__rl: true,
			mode: 'list',
			value: '',
			cachedResultName: 'Type 54663',
		} as const;

		expect(await listedApps(service.credential, '', clicked)).toMatchObject([{ value: '' }]);
		expect(details()).toEqual([]);
	});

	it('lists the chosen app first, with its current name', async () => {
		const chosen = { value: '57002', cachedResultName: '57002 Old Name' };
		const [first, ...others] = await listed('', chosen);

		expect(first).toEqual({
			name: expect.stringMatching(/^57002 .* by Sample Author$/),
			value: '57002',
		});
		expect(others).toEqual(SAVED);
	});

	it('lists the chosen app once if it is also saved, with the saved name', async () => {
		expect(await listed('', { value: '56258' })).toEqual([SAVED[1], SAVED[0], ...SAVED.slice(2)]);
		expect(details()).toEqual([]);
	});

	it.each([
		['its name was chosen', { value: '57002', cachedResultName: '57002 Known' }, '57002 Known'],
		['it is saved', { value: '54663' }, '54663 Text to Picture'],
		['nothing is known of it', { value: '57002' }, 'App 57002'],
	])("lists the chosen app even though it can't be read: %s", async (_, locator, name) => {
		isDown();

		expect((await listed('', locator))[0]).toEqual({ name, value: locator.value });
	});

	it.each(['https://app.example.com/apps/54663?lang=en', '054663', 54663])(
		'lists the chosen app with exactly the value in the editor: %s',
		async (value) => {
			expect((await listed('', { value }))[0]).toEqual({ ...SAVED[0], value });
		},
	);

	it("lists the chosen app even though the credential can't be used or read", async () => {
		const chosen = { __rl: true, mode: 'list', value: '54663' } as const;
		const row = { name: 'App 54663', value: '54663' };

		expect(await listedApps({ apiKey: 'sk-1', baseUrl: 'nowhere' }, '', chosen)).toEqual([row]);
		expect(await listedApps(undefined, '', chosen)).toEqual([row]);
	});

	it('shows what is wrong if there is nothing else to show', async () => {
		await expect(listedApps(undefined)).rejects.toThrow(/credential/i);
	});
});

describe('typing an ID', () => {
	it('lists one row with the name of the app', async () => {
		expect(await listed(' 54663 ')).toEqual([PICTURE]);
		expect(details()).toEqual(['/v1/webapp/54663/detail']);
	});

	it.each([
		[
			'an unknown or incomplete ID',
			'99999999',
			/^App 99999999 wasn't found\. Try the ID in its API example$/,
		],
		[
			'the URL of a page without an app',
			'https://a.example/apps/99999999?page=7',
			/^App 99999999 wasn't found\. Try the ID in its API example$/,
		],
		[
			'a number that no app has as its ID',
			'9'.repeat(40),
			/^No saved app has this name\. Type an ID or page URL$/,
		],
	])('says why there is no app: %s', async (_, typed, name) => {
		const row = { name: expect.stringMatching(name), value: '' };

		expect(await listed(typed)).toEqual([row]);
	});

	it('lists saved apps if it is a part of their IDs', async () => {
		expect(await listed('5466')).toEqual([SAVED[0]]);
	});

	it("lists the saved name if the app can't be read", async () => {
		isDown();

		expect(await listed('54663')).toEqual([SAVED[0]]);
	});

	it("shows why and what to do if the app can't be read and isn't saved", async () => {
		isDown();

		await expect(listed('57002')).rejects.toMatchObject({
			message: expect.stringContaining('HTTP 503'),
			description: expect.stringMatching(/\w/),
		});
	});
});

it('typing other text lists the saved apps whose names contain it', async () => {
	expect(await listed('PHOTO')).toEqual([SAVED[1]]);
	expect(await listed('nothing like it')).toEqual([
		{
			name: expect.stringMatching(/^No saved app has this name\. Type an ID or page URL$/),
			value: '',
		},
	]);
	expect(details()).toEqual([]);
});

describe('a pasted URL', () => {
	it.each([
		'https://app.example.com/apps/54663?lang=en',
		'https://app.example.com/u/77/apps/54663/run?from=56258#a-57001',
		'https://me:pass@app.example.com/apps/54663',
	])('lists the app of its page and stores nothing of it: %s', async (page) => {
		expect(await listed(page)).toEqual([PICTURE]);
		expect(details()).toEqual(['/v1/webapp/54663/detail']);
	});

	it.each(['https://app.example.com/apps?id=54663', 'app.example.com/apps/54663'])(
		'lists no app if By URL would read none from it: %s',
		async (url) => {
			expect(await listed(url)).toEqual([
				{ name: 'No saved app has this name. Type an ID or page URL', value: '' },
			]);
			expect(details()).toEqual([]);
		},
	);
});

describe('a pasted API example', () => {
	/** A field in one line loses line breaks. */
	const inOneLine = (text: string) => text.replace(/[\r\n]/g, '');

	it.each(API_EXAMPLES)('lists its app, and asks for no other: %s', async (_, example) => {
		expect(await listed(example)).toEqual([PICTURE]);
		expect(await listed(inOneLine(example))).toEqual([PICTURE]);

		expect(details()).toEqual(Array(2).fill('/v1/webapp/54663/detail'));
		const sent = service.emulator.requests().map(({ headers }) => headers.authorization);
		expect(sent).toEqual(Array(2).fill(`Bearer ${String(service.credential.apiKey)}`));
	});

	it.each([
		[
			'a host, a path and a key',
			'curl https://api-54663.example.com/v1/54663 -H "Bearer sk-54663"',
		],
		['a variable', '{"web_app_id": ${WEB_APP_ID}, "input_values": {"18:LoadImage.image": ""}}'],
		['nothing', '{"web_app_id": "", "54663": "x"}'],
		[
			'the ID of something else',
			'{"ref_web_app_id": 54663, "web_app_ids": 1, "web_app_id2": 54663}',
		],
		['a key', '["web_app_id", "54663:LoadImage.image"]'],
		['a comment', '{"web_app_id": APP /* 54663 */}'],
		['a number that no app has as its ID', `web_app_id: ${'1'.repeat(40)}`],
	])('that contains only %s lists no app', async (_, example) => {
		expect(await listed(`example ${example}`)).toEqual([
			{ name: 'No saved app has this name. Type an ID or page URL', value: '' },
		]);
		expect(details()).toEqual([]);
	});

	it('of several apps lists the first of them', async () => {
		expect(await listed('{"web_app_id": 54663}\n{"web_app_id": 56258}')).toEqual([PICTURE]);
	});

	it('of an app that is not found says what to check', async () => {
		expect(await listed('{"web_app_id": 99999999, "input_values": {}}')).toEqual([
			{ name: "App 99999999 wasn't found. Check the credential", value: '' },
		]);
	});
});
