import type { INodeParameterResourceLocator } from 'n8n-workflow';
import { listedApps } from './editor.mts';
import { useService } from './service.mts';

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
	{ name: 'Text to Picture (54663)', value: '54663' },
	{ name: 'Levels of a Photo (56258)', value: '56258' },
	{ name: 'App 57001', value: '57001' },
];
const PICTURE = { name: 'Picture from Text by Sample Author (54663)', value: '54663' };

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
	it('are the saved apps, without lines that name none, and nothing is asked', async () => {
		expect(await listed()).toEqual(SAVED);
		expect(await listed('  ')).toEqual(SAVED);
		expect(details()).toEqual([]);
	});

	it('is nothing where the credential has no saved apps', async () => {
		expect(await listedApps(service.credential)).toEqual([]);
	});

	it('is the chosen app first, by the name that it has now', async () => {
		const chosen = { value: '57002', cachedResultName: 'Old Name (57002)' };
		const [first, ...others] = await listed('', chosen);

		expect(first).toEqual({
			name: expect.stringMatching(/ by Sample Author \(57002\)$/),
			value: '57002',
		});
		expect(others).toEqual(SAVED);
	});

	it('is the chosen app once, where it is saved as well', async () => {
		expect(await listed('', { value: '54663' })).toEqual([PICTURE, ...SAVED.slice(1)]);
	});

	it.each([
		['its name was chosen', { value: '57002', cachedResultName: 'Known (57002)' }, 'Known (57002)'],
		['it is saved', { value: '54663' }, 'Text to Picture (54663)'],
		['nothing is known of it', { value: '57002' }, 'App 57002'],
	])('is the chosen app though it cannot be read: %s', async (_, locator, name) => {
		isDown();

		expect((await listed('', locator))[0]).toEqual({ name, value: locator.value });
	});

	it.each(['https://app.example.com/apps/54663?lang=en', '054663', 54663])(
		'is the chosen app with the very value that the editor holds: %s',
		async (value) => {
			expect((await listed('', { value }))[0]).toEqual({ ...PICTURE, value });
		},
	);

	it.each([
		['https://app.example.com/apps/54663', true],
		['https://app.example.com/apps/54664', false],
		["https://app.example.com/apps/54663?$fromAI('a')", false],
		['', false],
	])('is the chosen app with its page, while it is fit to be stored: %s', async (url, isKept) => {
		const [row] = await listed('', { value: '54663', cachedResultUrl: url });

		expect(row).toEqual({ ...PICTURE, ...(isKept && { url }) });
	});

	it('is the chosen app though the credential cannot be used or read', async () => {
		const chosen = { __rl: true, mode: 'list', value: '54663' } as const;
		const row = { name: 'App 54663', value: '54663' };

		expect(await listedApps({ apiKey: 'sk-1', baseUrl: 'nowhere' }, '', chosen)).toEqual([row]);
		expect(await listedApps(undefined, '', chosen)).toEqual([row]);
	});

	it('says what is wrong where there is nothing else to show', async () => {
		await expect(listedApps(undefined)).rejects.toThrow(/credential/i);
	});
});

describe('an ID that is typed', () => {
	it('is one row with the name of the app', async () => {
		expect(await listed(' 54663 ')).toEqual([PICTURE]);
		expect(details()).toEqual(['/v1/webapp/54663/detail']);
	});

	it('of no app is no row, as is one that is half typed', async () => {
		expect(await listed('99999999')).toEqual([]);
		expect(await listed('9'.repeat(40))).toEqual([]);
	});

	it('lists what is saved, where it is a part of its ID', async () => {
		expect(await listed('5466')).toEqual([SAVED[0]]);
	});

	it('of an app that cannot be read is what is saved of it', async () => {
		isDown();

		expect(await listed('54663')).toEqual([SAVED[0]]);
	});

	it('of an app that cannot be read, and is not saved, says why and what to do', async () => {
		isDown();

		await expect(listed('57002')).rejects.toMatchObject({
			message: expect.stringContaining('HTTP 503'),
			description: expect.stringMatching(/\w/),
		});
	});
});

it('other words list the saved apps whose names hold them', async () => {
	expect(await listed('PHOTO')).toEqual([SAVED[1]]);
	expect(await listed('nothing like it')).toEqual([]);
	expect(details()).toEqual([]);
});
