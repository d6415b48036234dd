import fc from 'fast-check';
import type { Fault, Plan, Weather } from './service.mts';
import { tryNode, type Options, type Stored, type Try, type World } from './tries.mts';
import { waitOn } from '../../virtualTime.mts';

const SECOND = 1_000;
const [HALF_A_MINUTE, MINUTE, HOUR] = [30 * SECOND, 60 * SECOND, 3_600 * SECOND];

function often<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
	return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(...others, usual));
}

function faults(good: number, ...of: readonly Fault[]): fc.Arbitrary<readonly Fault[]> {
	const none = fc.constant<Fault>('none');
	const fault = fc.oneof({ weight: good, arbitrary: none }, fc.constantFrom(...of));
	return fc.array(fault, { minLength: 1, maxLength: 14 });
}

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
	queueMs: fc.constantFrom(0, 5 * SECOND, HALF_A_MINUTE - 50, HALF_A_MINUTE + 50, 90 * SECOND),
	prepareMs: often(0, 3 * SECOND),
	runMs: fc.constantFrom(2 * SECOND, HALF_A_MINUTE, 90 * SECOND, HOUR),
	end: often<Plan['end']>('Success', 'Failed', 'rejected'),
	interruptedAs: often<Plan['interruptedAs']>('Canceled', 'Failed', 'Interrupted', 'Aborted'),
	bill: fc.constantFrom('told', 'zero', 'silent', 'late'),
	tellsBegin: fc.boolean(),
	interruptedMs: fc.constantFrom(Infinity, Infinity, 8 * SECOND),
});

const anyOptions: fc.Arbitrary<Options> = fc.record({
	maxWaitMs: fc.constantFrom(20 * SECOND, MINUTE, 4 * MINUTE),
	maxQueueMs: fc.constantFrom(undefined, HALF_A_MINUTE),
	maxRunMs: often<number | undefined>(undefined, 20 * SECOND),
	maxTasks: often<number | undefined>(undefined, 1, 2),
	maxBilledSeconds: often<number | undefined>(undefined, 15),
	maxTasksPerHour: often<number | undefined>(undefined, 1, 3),
	onTimeout: fc.constantFrom('fail', 'return', 'stop'),
	waitMode: fc.constantFrom('poll', 'poll', 'poll', 'poll', 'poll', 'poll', 'keepOpen', 'none'),
	atOnce: fc.constantFrom(1, 2),
	goesOn: often(false, true),
	maxSlots: often(Infinity, 1),
	uploadMs: often(0, 3 * SECOND, 15 * SECOND),
});

/** The rounds of the loop in which the node stands. */
const MOST_TURNS = 3;

/** What a person does after the executions so far: retries one of them, which may be an old one. */
const anyStep = fc.record({
	/** Which of those that can be retried. */
	of: fc.nat({ max: 5 }),
	pauseMs: fc.constantFrom(SECOND, 45 * SECOND, 10 * MINUTE),
	/** It begins so long after the one before it has begun, and not after that one's end. */
	besideMs: fc.oneof(fc.constant(undefined), fc.nat({ max: 40 * SECOND })),
	/** Retry On Fail. */
	maxTries: fc.constantFrom(1, 3),
	/** What stands in the node by then, and what its expressions return in each turn from here on. */
	typed: often('a', 'b'),
	given: fc.array(often('a', 'b'), { minLength: MOST_TURNS, maxLength: MOST_TURNS }),
	/** A node behind this one fails in its turn. */
	failsBehind: often<number | undefined>(undefined, 0, 1),
	isInvalid: often(false, true),
	/** The balance is used up. */
	isPoor: often(false, true),
	stopMs: often<number | undefined>(undefined, 12 * SECOND),
});
type Step = ReturnType<typeof anyStep.generate>['value'];

export const anyCourse = fc.record({
	items: fc.constantFrom(1, 1, 2, 4),
	variations: often(1, 2),
	turns: fc.constantFrom(1, 2, MOST_TURNS),
	plans: fc.array(anyPlan, { minLength: 1, maxLength: 3 }),
	weather: fc.record({
		create: faults(3, 'unavailable', 'undone', 'unheard', 'slow', 'unsent', { code: 30040 }),
		status: faults(3, 'unavailable', 'undone', 'unheard', 'missing', 'stale', 'foreign'),
		stop: faults(1, 'unavailable', 'undone', 'unheard', 'missing', 'denied', 'denied'),
		outputs: faults(3, 'unavailable', 'undone', 'missing'),
	}),
	ignoresHeaders: often(false, false, false, true),
	options: anyOptions,
	steps: fc.array(anyStep, { minLength: 1, maxLength: 5 }),
});
export type Course = ReturnType<typeof anyCourse.generate>['value'];

const POOR: readonly Fault[] = [{ code: 20049 }];

/** What n8n has stored of an execution that has failed, and with which turn its retry begins. */
type Failed = { readonly execution?: number; readonly stored: string; readonly turn: number };

/** All tries of all executions, and which execution each one is a retry of. */
export type Life = {
	readonly tries: readonly Try[];
	readonly retryOf: readonly (number | undefined)[];
};

/**
 * An execution and its retries, each from what is stored of an earlier one that has failed. Several
 * of them may run at once.
 */
export async function live(course: Course, world: World, weather: Weather): Promise<Life> {
	const tries: Try[] = [];
	const retryOf: (number | undefined)[] = [];
	const running: Promise<void>[] = [];
	let failed: readonly Failed[] = [{ stored: JSON.stringify({ node: {} }), turn: 0 }];

	async function begin(from: Failed, step: Step, execution: number): Promise<void> {
		const stored = JSON.parse(from.stored) as Stored;
		const turn = await execute(
			{ ...course, ...step },
			{ world, execution, stored, tries },
			from.turn,
		);
		// n8n offers no further retry of one whose retry has succeeded; the first isn't one itself.
		if (execution === 0 || turn === undefined) failed = failed.filter((each) => each !== from);
		if (turn === undefined) return;
		failed = [...failed, { execution, stored: JSON.stringify(stored), turn }];
	}

	for (const [execution, step] of course.steps.entries()) {
		const besideMs = execution > 1 ? step.besideMs : undefined;
		if (besideMs === undefined) await Promise.all(running);
		await waitOn(world.clock, besideMs ?? step.pauseMs);
		const from = failed[step.of % failed.length];
		if (!from) break;
		retryOf.push(from.execution);
		weather.create = step.isPoor ? POOR : course.weather.create;
		running.push(begin(from, step, execution));
	}
	await Promise.all(running);
	return { tries, retryOf };
}

type Execution = {
	readonly world: World;
	readonly execution: number;
	readonly stored: Stored;
	readonly tries: Try[];
};

/** @returns the turn with which a retry of the execution begins; undefined if it has succeeded */
async function execute(
	how: Course & Step,
	{ world, execution, stored, tries }: Execution,
	from: number,
): Promise<number | undefined> {
	const { given, isInvalid, items, maxTries, options, stopMs = Infinity, turns, typed } = how;
	const places = Array.from({ length: items * how.variations }, (_, n) => {
		return { item: n % items, part: 1 + Math.floor(n / items) };
	});
	const stop = new AbortController();
	const callOff = world.clock.at(world.clock.now() + stopMs, () => stop.abort());
	const settings = { ...options, isInvalid, signal: stop.signal };

	/** Whether the node has failed, Retry On Fail included. */
	async function failsIn(turn: number): Promise<boolean> {
		const piece = { turn, app: 1, typed, given: given[turn - from] ?? 'a' };
		const pieces = places.map((place) => ({ ...place, ...piece }));
		for (let n = 1; ; n++) {
			const done = await tryNode(world, execution, stored, pieces, settings);
			tries.push(done);
			const isFailed = isInvalid || done.failedAt !== undefined;
			if (!isFailed || n === maxTries || stop.signal.aborted) return isFailed;
			await waitOn(world.clock, SECOND);
		}
	}

	for (let turn = from; turn < turns && !stop.signal.aborted; turn++) {
		if (await failsIn(turn)) return turn;
		if (how.failsBehind === turn - from) return turn + 1;
	}
	callOff();
	return undefined;
}
