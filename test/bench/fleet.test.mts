import { readFileSync } from 'node:fs';
import { fleetChartOf } from '../../bench/fleet/chart.mts';
import { CONFIGURATIONS } from '../../bench/fleet/configurations.mts';
import { readExperiments } from '../../bench/fleet/experiments.mts';
import { runFleet } from '../../bench/fleet/fleet.mts';
import { idealMakespanMs } from '../../bench/fleet/idealScheduler.mts';
import type { Outcome } from '../../bench/fleet/outcome.mts';
import { fleetPageOf } from '../../bench/fleet/page.mts';
import { fleetWith, LIMITER_NAMES, type Changes } from '../../bench/fleet/parameters.mts';
import { predict } from '../../bench/fleet/predict.mts';
import { RESULTS_FILE, type FleetResults } from '../../bench/fleet/results.mts';

/** 300 tasks for ten places, through forty slots. */
const SMALL = { workers: 4, executions: 150, items: 2 } as const;

function run(changes: Changes): Promise<Outcome> {
	return runFleet(fleetWith({ ...SMALL, ...changes, service: { places: 10, ...changes.service } }));
}

function read<Content>(file: string): Content {
	return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

describe('four processes at a service with ten places', () => {
	it.each(LIMITER_NAMES)(
		'limiter %s: each item has one task, and none is lost',
		async (limiter) => {
			const { tasks, results, doubles, lost, failures } = await run({ limiter });

			expect({ tasks, results, doubles, lost, failures }).toEqual({
				...{ tasks: 300, results: 300, doubles: 0, lost: 0, failures: {} },
			});
		},
	);

	it('a limiter per process is refused far less often than one per execution', async () => {
		const [ours, alone] = [await run({}), await run({ limiter: 'execution' })];

		expect(ours.refused).toBeLessThanOrEqual(0.3);
		expect(alone.refused).toBeGreaterThan(3 * ours.refused);
	});

	it('on average of four runs, no execution and no process waits much longer than others', async () => {
		// A single run may have a process that is unlucky throughout.
		const { longest, slowestWorker, makespan } = await predict({
			...SMALL,
			service: { places: 10 },
		});

		expect(longest).toBeLessThanOrEqual(2.5);
		expect(slowestWorker).toBeLessThanOrEqual(3);
		expect(makespan).toBeLessThanOrEqual(1.3);
	});

	it('refusals that ask for time get it, and cost no task', async () => {
		const { doubles, lost, results, refused } = await run({ service: { retryAfterSeconds: 2 } });

		expect({ doubles, lost, results }).toEqual({ doubles: 0, lost: 0, results: 300 });
		expect(refused).toBeLessThanOrEqual(0.3);
	});

	it('what finds no place within Max Wait Time fails without a task', async () => {
		const { failures, tasks, lost } = await run({ maxWaitMs: 20_000 });

		expect(failures).toEqual({ busy: 300 - tasks });
		expect(lost).toBe(0);
		expect(tasks).toBeLessThan(300);
	});

	it('nobody who knows all places is refused', async () => {
		const { refused, makespan } = await run({ limiter: 'ideal' });

		expect(refused).toBe(0);
		expect(makespan).toBeLessThanOrEqual(1.05);
	});
});

it('the ideal scheduler lets no place be empty', () => {
	const durations = [3, 1, 1, 1, 4].map((seconds) => seconds * 1_000);

	expect(idealMakespanMs({ durations, arrivalMs: 0, places: 2 })).toBe(7_000);
	expect(idealMakespanMs({ durations, arrivalMs: 0, places: 9 })).toBe(4_000);
	expect(idealMakespanMs({ durations, arrivalMs: 50_000, places: 9 })).toBe(44_000);
});

describe('the results of the fleet', () => {
	const results = read<FleetResults>(RESULTS_FILE);

	it('are those of the client as it is', async () => {
		const [, , { says, changes } = {}] = CONFIGURATIONS;
		const saved = results.configurations.find((each) => each.says === says);

		expect(saved?.outcomes.process).toEqual(await runFleet(fleetWith(changes)));
	});

	it('have no double and no lost task', () => {
		const rows = [...results.configurations, ...results.sweep];
		const outcomes = rows.flatMap((row) => Object.values(row.outcomes));

		expect(outcomes.length).toBeGreaterThan(70);
		expect(outcomes.filter(({ doubles, lost }) => doubles !== 0 || lost !== 0)).toEqual([]);
	});

	it('predict the measured fleet within 15 %', async () => {
		const measuredLater = (await readExperiments()).filter(({ measured }) =>
			measured.by.includes('bench:queue'),
		);

		expect(measuredLater).toHaveLength(3);
		for (const { says, measured } of measuredLater) {
			const predicted = results.predictions[says];
			expect(differenceOf(predicted?.makespanSeconds, measured.makespanSeconds)).toBeLessThan(0.15);
			expect(differenceOf(predicted?.refused, measured.refused)).toBeLessThan(0.15);
		}
	});

	it('are on its page', async () => {
		expect(fleetPageOf(results, await readExperiments())).toMatchFile('docs/development/fleet.md');
	});

	it('are in its chart', () => {
		expect(fleetChartOf(results)).toMatchFile('docs/development/fleet.svg');
	});
});

/** Part of the measured value. */
function differenceOf(predicted = NaN, measured = NaN): number {
	return predicted === measured ? 0 : Math.abs(predicted / measured - 1);
}
