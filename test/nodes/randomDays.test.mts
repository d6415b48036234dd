import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyDay } from './randomDay/day.mts';
import { live, type Witness } from './randomDay/live.mts';
import { keepLog } from './randomDay/logBook.mts';
import { watchNodeRuns } from './randomDay/nodeRuns.mts';
import { reckon, type Reckoning } from './randomDay/reckoning.mts';
import { useService } from './service.mts';

/**
 * Random days on n8n's own engine: whatever happens, the user can find each task that was created.
 * By hand with more days, others, and the figures in a file:
 * RANDOM_DAYS=5000 RANDOM_SEED=1 RANDOM_RESULT=/tmp/days.json npx jest --selectProjects unit --testPathPatterns randomDays
 */
const DAYS = Number(process.env['RANDOM_DAYS'] ?? 80);
const SEED = Number(process.env['RANDOM_SEED'] ?? 20261121);
const RESULT = process.env['RANDOM_RESULT'];
const MOST_ITEMS = 10;
const MINUTES = 60_000;

const service = useService();

const GOOD: Reckoning = {
	...{ doubleCreates: [], uncheckedCreates: [], lost: [], wrongItems: [], secrets: [] },
};

const sum = {
	date: new Date().toISOString().slice(0, 10),
	...{ seed: SEED, days: 0, items: 0, executions: 0, turns: 0, faults: 0, creates: 0, tasks: 0 },
	...{ doubleCreates: 0, uncheckedCreates: 0, lostIds: 0, wrongItems: 0, secrets: 0 },
};

function add({ day, executions, turns, tasks, creates }: Witness, found: Reckoning): void {
	sum.days += 1;
	sum.items += day.wishes.length * turns.length;
	sum.turns += turns.length;
	sum.executions += executions.length;
	sum.faults += service.emulator.requests().filter(({ fault }) => fault).length;
	sum.creates += creates.length;
	sum.tasks += tasks.length;
	sum.doubleCreates += found.doubleCreates.length;
	sum.uncheckedCreates += found.uncheckedCreates.length;
	sum.lostIds += found.lost.length;
	sum.wrongItems += found.wrongItems.length;
	sum.secrets += found.secrets.length;
	if (RESULT) writeFileSync(RESULT, `${JSON.stringify(sum)}\n`);
}

it(
	'every task that was created is in one item, message or log line, and none was created twice',
	async () => {
		const watch = { log: keepLog(), runs: watchNodeRuns(), details: [] };
		const day = fc.asyncProperty(anyDay(MOST_ITEMS), async (each) => {
			const witness = await live(service, each, watch);
			const found = reckon(witness, service.emulator.apiKey);
			add(witness, found);
			expect(found).toEqual(GOOD);
		});

		await fc.assert(day, { seed: SEED, numRuns: DAYS, endOnFailure: true });

		expect(sum.tasks).toBeGreaterThan(DAYS);
		expect(sum.faults).toBeGreaterThan(DAYS / 4);
	},
	10 * MINUTES,
);
