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
	onTimeout: fc.constantFrom('fail', 'return', 'stop'),
	atOnce: fc.constantFrom(1, 2),
	goesOn: often(false, true),
});

/** What a person does after the executions so far: retries one of them, which may be an old one. */
const anyStep = fc.record({
	/** Which of those that can be retried. */
	of: fc.nat({ max: 5 }),
	pauseMs: fc.constantFrom(SECOND, 45 * SECOND, 10 * MINUTE),
	/** Retry On Fail. */
	maxTries: fc.constantFrom(1, 3),
	/** What stands in the node by then, and what its expressions return. */
	typed: often('a', 'b'),
	given: often('a', 'b'),
	isInvalid: often(false, true),
	/** The balance is used up. */
	isPoor: often(false, true),
	stopMs: often<number | undefined>(undefined, 12 * SECOND),
});
type Step = ReturnType<typeof anyStep.generate>['value'];

export const anyCourse = fc.record({
	items: fc.constantFrom(1, 1, 2, 4),
	plans: fc.array(anyPlan, { minLength: 1, maxLength: 3 }),
	weather: fc.record({
		create: faults(3, 'unavailable', 'undone', 'unheard', 'slow', 'unsent', { code: 30040 }),
		status: faults(3, 'unavailable', 'undone', 'unheard', 'missing', 'stale', 'foreign'),
		stop: faults(1, 'unavailable', 'undone', 'unheard', 'missing', 'denied', 'denied'),
		outputs: faults(3, 'unavailable', 'undone', 'missing'),
	}),
	options: anyOptions,
	steps: fc.array(anyStep, { minLength: 1, maxLength: 5 }),
});
export type Course = ReturnType<typeof anyCourse.generate>['value'];

const POOR: readonly Fault[] = [{ code: 20049 }];

/** An execution and its retries, each from what is stored of an earlier one that has failed. */
export async function live(course: Course, world: World, weather: Weather): Promise<Try[]> {
	const tries: Try[] = [];
	let failed = [{ stored: JSON.stringify({ node: {} }) }];
	for (const [execution, step] of course.steps.entries()) {
		const from = failed[step.of % failed.length];
		if (!from) break;
		await waitOn(world.clock, step.pauseMs);
		const stored = JSON.parse(from.stored) as Stored;
		weather.create = step.isPoor ? POOR : course.weather.create;
		const done = await execute({ ...course, ...step }, world, execution, stored);
		tries.push(...done.tries);
		// n8n offers no further retry of one whose retry has succeeded; the first isn't one itself.
		if (execution === 0 || !done.isFailed) failed = failed.filter((each) => each !== from);
		if (done.isFailed) failed.push({ stored: JSON.stringify(stored) });
	}
	return tries;
}

async function execute(how: Course & Step, world: World, execution: number, stored: Stored) {
	const { given, isInvalid, items, maxTries, options, stopMs = Infinity, typed } = how;
	const pieces = Array.from({ length: items }, (_, item) => ({ item, app: 1, typed, given }));
	const stop = new AbortController();
	world.clock.at(world.clock.now() + stopMs, () => stop.abort());
	const settings = { ...options, isInvalid, signal: stop.signal };
	const tries: Try[] = [];
	for (;;) {
		const done = await tryNode(world, execution, stored, pieces, settings);
		tries.push(done);
		const isFailed = isInvalid || done.failedAt !== undefined;
		if (!isFailed || tries.length === maxTries || stop.signal.aborted) return { isFailed, tries };
		await waitOn(world.clock, SECOND);
	}
}
