import { createBoundedStore } from '../../../client/resilience/boundedStore';
import {
	createDurationEstimator,
	type DurationEstimator,
	type Durations,
} from '../../../client/tasks/durations';

const APP = 54663;
const OTHER_APP = 56258;
const HOUR = 3_600_000;
const SECTION = 'durations';

const clock = { now: 0 };

function memoryOf(maxWeight = 10_000) {
	const now = () => clock.now;
	return createBoundedStore({ maxWeight, idleMs: HOUR, now }).section<Durations>(SECTION);
}

/** A task that has ended well after so many milliseconds. */
function took(durationMs: number) {
	return { status: 'Success', durationMs };
}

function recordAll(durations: DurationEstimator, appId: number, all: readonly number[]): void {
	all.forEach((ms) => durations.record(appId, took(ms)));
}

it('fewer than three tasks say nothing', () => {
	const durations = createDurationEstimator(memoryOf(), 'account');
	recordAll(durations, APP, [2_000, 3_000]);

	expect(durations.leapMs(APP, 0)).toBeUndefined();
});

it('a task is left alone until others of its app have ended', () => {
	const durations = createDurationEstimator(memoryOf(), 'account');
	recordAll(durations, APP, [4_000, 3_900, 4_100]);
	recordAll(durations, OTHER_APP, [90_000, 80_000]);

	expect(durations.leapMs(APP, 0)).toBeGreaterThan(3_500);
	expect(durations.leapMs(OTHER_APP, 0)).toBeUndefined();
	expect(durations.leapMs(undefined, 0)).toBeUndefined();
});

it('executions that share a memory learn from each other, accounts do not', () => {
	const memory = memoryOf();
	recordAll(createDurationEstimator(memory, 'account'), APP, [4_000, 4_000]);
	recordAll(createDurationEstimator(memory, 'account'), APP, [4_000]);

	expect(createDurationEstimator(memory, 'account').leapMs(APP, 0)).toBeGreaterThan(3_500);
	expect(createDurationEstimator(memory, 'another').leapMs(APP, 0)).toBeUndefined();
});

it('what was long ago makes way: the last thirty count', () => {
	const durations = createDurationEstimator(memoryOf(), 'account');
	recordAll(durations, APP, [1, 60_000, 600_000]);
	recordAll(
		durations,
		APP,
		Array.from({ length: 30 }, () => 4_000),
	);

	expect(durations.leapMs(APP, 0)).toBe(4_050);
	expect(durations.leapMs(APP, 4_100)).toBeUndefined();
});

it('an app that is not used for an hour is forgotten', () => {
	const durations = createDurationEstimator(memoryOf(), 'account');
	recordAll(durations, APP, [4_000, 4_000, 4_000]);
	clock.now += HOUR;
	const within = durations.leapMs(APP, 0);
	clock.now += HOUR + 1;

	expect(within).toBe(4_050);
	expect(durations.leapMs(APP, 0)).toBeUndefined();
});

it('tasks that failed say nothing, nor do durations that cannot be', () => {
	const durations = createDurationEstimator(memoryOf(), 'account');
	const untold = [
		{ status: 'Failed', durationMs: 100 },
		{ status: 'Canceled', durationMs: 100 },
		{ status: 'Success', durationMs: undefined },
		...[-1, 25 * HOUR, Infinity, NaN].map(took),
	];
	[...untold, ...untold].forEach((task) => durations.record(APP, task));

	expect(durations.leapMs(APP, 0)).toBeUndefined();
});

it('five hundred apps with all their samples fit into 200,000 of weight', () => {
	const durations = createDurationEstimator(memoryOf(200_000), 'a'.repeat(64));
	for (let appId = 0; appId < 500; appId++) {
		recordAll(
			durations,
			appId,
			Array.from({ length: 40 }, () => 4_000),
		);
	}

	expect(durations.leapMs(0, 0)).toBe(4_050);
	expect(durations.leapMs(499, 0)).toBe(4_050);
});
