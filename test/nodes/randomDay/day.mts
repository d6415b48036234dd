import fc from 'fast-check';
import type { Fault, TaskPlan } from '../../../emulator/index.mts';
import { anyFault, anyOutage, FALSE_STOPS } from './faults.mts';
import { anySpending, type SpendingWishes } from './spendingWishes.mts';

/** Everything that chance decides about one workflow and its service. */
export type Day = {
	/** A workflow, or agents, which call the node for each item: in an execution, or without any. */
	readonly caller: 'workflow' | 'execution' | 'agent' | 'mcp';
	readonly waitMode: 'poll' | 'keepOpen' | 'none' | 'callback' | 'pause';
	/** The number of steps of each item, which tells items apart. */
	readonly wishes: readonly number[];
	/** Which items are for another app, with the same inputs. */
	readonly forOtherApp: readonly boolean[];
	/** An item that must not be charged, because of an invalid value in place of its steps. */
	readonly spoiled: { readonly item: number; readonly wish: number | string | undefined };
	/** How often a loop returns the items to the node. */
	readonly moreTurns: number;
	/** The credential names other task headers than the service knows. */
	readonly wrongPrefix: boolean;
	/** The earlier day is so long ago that no app of it is remembered. */
	readonly longAgo: boolean;
	readonly plans: ReadonlyArray<Partial<TaskPlan>>;
	readonly faults: readonly Fault[];
	readonly onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Retry On Fail. */
	readonly maxTries: number;
	/** How often a person presses "Retry" in the executions list. */
	readonly retries: number;
	/** When a person stops the execution. */
	readonly stopAfterMs: number | undefined;
	/** When somebody sets the clock of the machine, and by how much. */
	readonly clockJump: { readonly afterMs: number; readonly byMs: number } | undefined;
	readonly downloadFiles: boolean;
	readonly spending: SpendingWishes;
	readonly options: {
		readonly maxAtATime: number;
		readonly maxWaitMinutes: number;
		readonly onTimeout: 'fail' | 'return' | 'stop';
	};
	readonly maxQueueMinutes: number | undefined;
	/** A text is another one in each try, such as one with the time in it. */
	readonly hasChangingText: boolean;
	/** Records tell no billed seconds of tasks that were stopped. */
	readonly untoldSeconds: boolean;
};

const duration = fc.noBias(fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 90_000 })));

const plan: fc.Arbitrary<Partial<TaskPlan>> = fc.record({
	queuingMs: duration,
	preparingMs: fc.nat({ max: 5_000 }),
	runningMs: fc.oneof(
		{ weight: 9, arbitrary: duration },
		{ weight: 1, arbitrary: fc.constant(4 * 60_000) },
	),
	outcome: fc.oneof(
		{ weight: 7, arbitrary: fc.constant('Success' as const) },
		{ weight: 1, arbitrary: fc.constant('Failed' as const) },
	),
	outputs: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('good' as const) },
		{ weight: 4, arbitrary: fc.constant('rejected' as const) },
		{
			weight: 2,
			arbitrary: fc.constantFrom(...(['partial', 'none', 'late', 'error'] as const)),
		},
	),
	notFoundMs: fc.constantFrom(0, 300, 4_000),
	expiresAfterMs: fc.constantFrom(undefined, undefined, 12 * 60_000),
});

const NO_ITEM = -1;

function oneIn(count: number): fc.Arbitrary<boolean> {
	return fc.nat({ max: count - 1 }).map((n) => n === 0);
}

/** Each try gives up long before the limits of a task. */
const IMPATIENT = { maxWaitMinutes: 0.1, onTimeout: 'fail' } as const;

/** Any day with `mostItems` items or fewer. */
export function anyDay(mostItems: number): fc.Arbitrary<Day> {
	return anyPlainDay(mostItems).map(({ falseStops, isImpatient, ...day }) => ({
		...day,
		faults: [...falseStops, ...day.faults],
		hasChangingText: day.hasChangingText && day.caller === 'workflow',
		...(isImpatient && { maxTries: 3, options: { ...day.options, ...IMPATIENT } }),
	}));
}

function anyPlainDay(mostItems: number) {
	return fc.record({
		waitMode: fc.constantFrom(
			...(['poll', 'poll', 'poll', 'poll', 'poll'] as const),
			...(['keepOpen', 'none', 'callback', 'pause'] as const),
		),
		wishes: fc.array(fc.integer({ min: 10, max: 12 }), { minLength: 1, maxLength: mostItems }),
		spoiled: fc.record({
			item: fc.oneof(
				{ weight: 5, arbitrary: fc.constant(NO_ITEM) },
				{ weight: 1, arbitrary: fc.nat({ max: mostItems - 1 }) },
			),
			wish: fc.constantFrom(undefined, -1, 'many'),
		}),
		moreTurns: fc.constantFrom(0, 0, 0, 1, 2),
		wrongPrefix: oneIn(8),
		longAgo: oneIn(3),
		plans: fc.array(plan, { minLength: mostItems, maxLength: mostItems + 4 }),
		faults: fc
			.tuple(
				fc.array(anyFault, { maxLength: 6 }),
				fc.option(anyOutage, { nil: undefined, freq: 1 }),
			)
			.map(([faults, outage]) => (outage ? [outage, ...faults] : faults)),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		maxTries: fc.integer({ min: 1, max: 3 }),
		retries: fc.nat({ max: 2 }),
		stopAfterMs: fc.option(duration, { nil: undefined, freq: 1 }),
		clockJump: fc.option(
			fc.record({
				afterMs: fc.nat({ max: 90_000 }),
				byMs: fc.constantFrom(-60 * 60_000, 60 * 60_000),
			}),
			{ nil: undefined, freq: 1 },
		),
		downloadFiles: fc.boolean(),
		spending: anySpending,
		options: fc.record({
			maxAtATime: fc.integer({ min: 1, max: 6 }),
			maxWaitMinutes: fc.constantFrom(0.2, 1, 5),
			onTimeout: fc.constantFrom('fail', 'return', 'stop'),
		}),
		caller: fc.constantFrom(
			...(['workflow', 'workflow', 'workflow', 'workflow', 'workflow'] as const),
			...(['execution', 'agent', 'mcp'] as const),
		),
		forOtherApp: fc.oneof(
			fc.constant([]),
			fc.array(oneIn(3), { minLength: mostItems, maxLength: mostItems }),
		),
		maxQueueMinutes: fc.constantFrom(undefined, undefined, undefined, 0.1, 0.5),
		hasChangingText: oneIn(2),
		untoldSeconds: oneIn(4),
		falseStops: fc.constantFrom([], [], ...FALSE_STOPS),
		isImpatient: oneIn(3),
	});
}
