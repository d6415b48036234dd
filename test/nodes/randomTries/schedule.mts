import fc from 'fast-check';
import { waitOn } from '../../virtualTime.mts';
import { anyPlan } from './course.mts';
import type { Fault, Plan, Room } from './service.mts';
import { createWorld, tryNode, type Options, type Try, type World } from './tries.mts';

const SECOND = 1_000;
const NONE: readonly Fault[] = ['none'];

const anyShortPlan = anyPlan.map((plan): Plan => {
	const { queueMs, runMs } = plan;
	return { ...plan, queueMs: Math.min(queueMs, 2 * SECOND), runMs: Math.min(runMs, 30 * SECOND) };
});

const anyOptions: fc.Arbitrary<Options> = fc.record({
	maxWaitMs: fc.constantFrom(10 * SECOND, 60 * SECOND, 300 * SECOND),
	onTimeout: fc.constantFrom('fail', 'return', 'stop'),
	atOnce: fc.constantFrom(2, 5, 20),
	goesOn: fc.boolean(),
	waitMode: fc.constantFrom('poll', 'poll', 'none'),
});

const refusals = [30039, 30015, 50600, 60012, 50603].map((code) => ({ code }));
const pauses = [2, 40].map((retryAfter) => ({ code: 30040, retryAfter }));
const anyTrouble = fc.constantFrom<Fault>(
	...[...refusals, ...pauses],
	...(['unheard', 'slow', 'undone', 'unsent', 'unavailable'] as const),
);

/** Executions of an account at the same time, and how much of the service it gets. */
export const anySchedule = fc.record({
	plans: fc.array(anyShortPlan, { minLength: 1, maxLength: 4 }),
	creates: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant<Fault>('none') }, anyTrouble), {
		minLength: 1,
		maxLength: 20,
	}),
	room: fc.record<Room>({
		account: fc.constantFrom(1, 2, 5, Infinity),
		app: fc.constantFrom(1, 3, Infinity),
		aSecond: fc.constantFrom(2, Infinity, Infinity),
		retryAfter: fc.constantFrom(undefined, undefined, 3),
	}),
	maxSlots: fc.constantFrom(Infinity, Infinity, 1, 3),
	executions: fc.array(
		fc.record({
			startMs: fc.constantFrom(0, 0, 3 * SECOND, 20 * SECOND),
			items: fc.integer({ min: 1, max: 12 }),
			app: fc.constantFrom(1, 1, 2, 3),
			options: anyOptions,
			stopMs: fc.constantFrom(Infinity, Infinity, Infinity, 4 * SECOND, 25 * SECOND),
		}),
		{ minLength: 1, maxLength: 4 },
	),
});
export type Schedule = ReturnType<typeof anySchedule.generate>['value'];

export function worldOf({ creates, plans, room }: Schedule): World {
	return createWorld(plans, { create: creates, status: NONE, stop: NONE, outputs: NONE }, { room });
}

export function keep({ executions, maxSlots }: Schedule, world: World): Promise<Try[]> {
	const { clock } = world;
	return Promise.all(
		executions.map(async ({ app, items, options, startMs, stopMs }, execution) => {
			await waitOn(clock, startMs);
			const stop = new AbortController();
			const callOff = clock.at(clock.now() + stopMs, () => stop.abort());
			const pieces = Array.from({ length: items }, (_, n) => {
				return { item: execution * 100 + n, part: 1, turn: 0, app, typed: 'a', given: 'a' };
			});
			const settings = { ...options, maxSlots, signal: stop.signal };
			const stored = { node: {} };
			return tryNode(world, execution, stored, pieces, settings).finally(callOff);
		}),
	);
}
