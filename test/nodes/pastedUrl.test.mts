import { listedApps } from './editor.mts';
import { useService } from './service.mts';

const service = useService();

const PICTURE = { name: 'Picture from Text by Sample Author (54663)', value: '54663' };

const listed = (typed: string) => listedApps(service.credential, typed);
const details = () => service.emulator.requests().map(({ path }) => path);

describe('a pasted URL', () => {
	const page = 'https://app.example.com/apps/54663?lang=en';

	it('lists the app with a link to its page', async () => {
		expect(await listed(page)).toEqual([{ ...PICTURE, url: page }]);
	});

	it('may be incomplete at the start', async () => {
		expect(await listed('app.example.com/apps/54663')).toEqual([PICTURE]);
	});

	it('lists each number in it that is an app ID, numbers of its path first', async () => {
		const rows = await listed('https://app.example.com/u/77/apps/54663/v/3?from=56258#a-57001');

		expect(rows.map(({ value }) => value)).toEqual(['54663', '56258', '57001']);
		expect(rows.map(({ url }) => url)).toEqual([undefined, undefined, undefined]);
	});

	it('is searched for five numbers at most', async () => {
		await listed(
			`https://app.example.com/${Array.from({ length: 40 }, (_, n) => n + 1).join('/')}`,
		);

		expect(details()).toHaveLength(5);
	});

	it.each([
		['a password', 'https://me:pass@app.example.com/apps/54663'],
		['what an agent would fill in', "https://app.example.com/apps/54663?$fromAI('secret')"],
		['what the editor would run', 'https://app.example.com/apps/54663#{{ $json.password }}'],
		['too much', `https://app.example.com/apps/54663?${'a'.repeat(1000)}`],
	])('is not stored in any row if it contains %s', async (_, url) => {
		expect(await listed(url)).toEqual([PICTURE]);
	});
});
