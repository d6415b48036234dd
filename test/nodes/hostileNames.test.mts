import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { hostileText } from '../fuzz/hostile.mts';
import { listedApps } from './editor.mts';
import { expressionsIn, toolArguments } from './parameterTexts.mts';
import { useService } from './service.mts';

const service = useService();
const RUNS = 150;
const LONGEST = 160;

/** Texts with a meaning for n8n, its editor or its agents, among other hostile texts. */
const name = fc.oneof(
	fc
		.array(
			fc.constantFrom('=', ' ', '\n', '{{ $json.password }}', "$fromAI('a')", '{', '<b>', '\u202e'),
			{ maxLength: 4 },
		)
		.map((pieces) => pieces.join('')),
	hostileText,
	fc.constant('='.repeat(100_000)),
);

/** What the editor stores when a row is chosen. */
async function chosen(typed: string, savedApps = ''): Promise<INodeParameters[]> {
	const rows = await listedApps({ ...service.credential, savedApps }, typed);
	return rows.map(({ name: cachedResultName, value, url }) => ({
		...{ __rl: true, mode: 'list', value, cachedResultName },
		...(url !== undefined && { cachedResultUrl: url }),
	}));
}

function expectHarmless(stored: INodeParameters[]): void {
	expect(expressionsIn(stored)).toEqual([]);
	expect(toolArguments({ stored })).toEqual([]);
	for (const { cachedResultName } of stored) {
		expect(String(cachedResultName).length).toBeLessThanOrEqual(LONGEST);
		expect(cachedResultName).not.toMatch(/[\n<>\u202e]/);
		expect(cachedResultName).not.toContain('{{');
	}
}

it('n8n runs no part of a row, whatever the author of the app writes', async () => {
	await fc.assert(
		fc.asyncProperty(name, name, async (appName, nick_name) => {
			service.emulator.reset();
			const body = { code: 20000, message: 'Ok', status: true, data: { name: appName, nick_name } };
			service.emulator.addFault({ on: 'detail', effect: { type: 'answer', status: 200, body } });

			const stored = await chosen('54663');
			expect(stored).toHaveLength(1);
			expectHarmless(stored);
		}),
		{ numRuns: RUNS },
	);
});

it('n8n runs no part of a row, whatever is in Saved Apps', async () => {
	await fc.assert(
		fc.asyncProperty(name, async (text) => {
			const stored = await chosen('', `1 ${text}\n${text}\n2${text}\n=3 x`);
			expect(stored.length).toBeGreaterThan(0);
			expectHarmless(stored);
		}),
		{ numRuns: RUNS },
	);
});

it('n8n runs no part of a pasted URL, whatever it is', async () => {
	const address = fc
		.tuple(name, name)
		.map(([path, more]) => `https://a.example/${path}/54663?${more}`);
	await fc.assert(
		fc.asyncProperty(address, async (typed) => expectHarmless(await chosen(typed))),
		{ numRuns: RUNS },
	);
});
