import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyDay } from './day.mts';
import { addOtherApp } from './execution.mts';
import { live, type Watch } from './live.mts';
import { keepLog } from './logBook.mts';
import { watchNodeRuns } from './nodeRuns.mts';
import { reckon, type Reckoning } from './reckoning.mts';
import { createTally } from './tally.mts';
import { startEmulator } from '../../../emulator/index.mts';
import { credentialFor, useService, type Service } from '../service.mts';

/**
 * Random days on n8n's own engine: whatever happens, the user can find each task that was created,
 * and nothing was spent that the user didn't allow.
 * By hand with more days, others, and the figures in a file:
 * RANDOM_DAYS=5000 RANDOM_SEED=1 RANDOM_RESULT=/tmp/days.json npx jest --selectProjects unit --testPathPatterns randomDays
 */
const DAYS = Number(process.env['RANDOM_DAYS'] ?? 28);
const SEED = Number(process.env['RANDOM_SEED'] ?? 20261127);
const RESULT = process.env['RANDOM_RESULT'];
const MOST_ITEMS = 7;
const MINUTES = 60_000;

addOtherApp();
const service = useService({ noStoppedSeconds: false });
const tally = createTally(SEED);

const GOOD: Reckoning = {
	...{
		doubleCreates: [],
		uncheckedCreates: [],
		lost: [],
		leftRunning: [],
		wrongItems: [],
		missingOutcomes: [],
	},
	...{ overspent: [], overran: [], wrongSums: [], deniedCharges: [] },
	...{ foreignResults: [], secrets: [] },
};

it(
	'every task that was created is in one item, message or log line, and none was created twice',
	async () => {
		const log = keepLog();
		const runs = watchNodeRuns(() => service.time.now());
		const fresh = (of: Service) => ({
			of,
			watch: { log, runs, creates: [] } as Watch,
		});
		const usual = fresh(service);
		const untold = fresh(await withUntoldSeconds());
		const day = fc.asyncProperty(anyDay(MOST_ITEMS), async (each) => {
			const { of, watch } = each.untoldSeconds ? untold : usual;
			const witness = await live(of, each, watch);
			const found = reckon(witness, service.emulator.apiKey);
			const sum = tally.add(witness, found);
			if (RESULT) writeFileSync(RESULT, `${JSON.stringify(sum)}\n`);
			expect(found).toEqual(GOOD);
		});

		try {
			await fc.assert(day, { seed: SEED, numRuns: DAYS, endOnFailure: true });
		} finally {
			await untold.of.emulator.close();
		}
	},
	60 * MINUTES,
);

/** A service that tells no seconds of tasks that were stopped or failed. */
async function withUntoldSeconds(): Promise<Service> {
	const { time, run } = service;
	const emulator = await startEmulator({ clock: time.clock, quirks: { noStoppedSeconds: true } });
	const creates = () =>
		emulator.requests().filter(({ operation }) => operation === 'create').length;
	return { emulator, time, run, creates, credential: credentialFor(emulator) };
}

it('faults happened, and limits and options had an effect', () => {
	expect(tally.rare(DAYS)).toEqual([]);
});
