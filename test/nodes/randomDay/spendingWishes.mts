import fc from 'fast-check';

/** What chance decides about the options that limit, repeat or save spending. */
export type SpendingWishes = {
	readonly maxTasks: number | undefined;
	readonly maxBilledSeconds: number | undefined;
	readonly maxRunSeconds: number | undefined;
	/** Of the credential. */
	readonly maxTasksPerHour: number | undefined;
	/** Of the credential: waiting creates leave when others have ended. */
	readonly maxParallelTasks: number | undefined;
	/** How many tasks the service runs at once. */
	readonly parallelTasks: number | undefined;
	readonly variations: number;
	readonly reuseResults: boolean;
	/** The seed of each item; null leaves the app's own. */
	readonly seeds: ReadonlyArray<number | null>;
	/** The workflow is executed once more, perhaps with the credential of another account. */
	readonly again: { readonly afterMs: number; readonly otherAccount: boolean } | undefined;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const NONE = undefined;

export const anySpending: fc.Arbitrary<SpendingWishes> = fc.record({
	maxTasks: fc.constantFrom(NONE, NONE, NONE, NONE, 3, 5),
	maxBilledSeconds: fc.constantFrom(NONE, NONE, NONE, 4, 12, 30),
	maxRunSeconds: fc.constantFrom(NONE, 2, 10, 25),
	maxTasksPerHour: fc.constantFrom(NONE, NONE, NONE, NONE, 6, 12, 25),
	maxParallelTasks: fc.constantFrom(NONE, NONE, 1, 2),
	parallelTasks: fc.constantFrom(NONE, NONE, NONE, NONE, NONE, 1, 2),
	variations: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3),
	reuseResults: fc.constantFrom(true, true, false),
	seeds: fc.oneof(
		fc.constant([]),
		fc.array(fc.constantFrom(null, null, null, 1, 2), { minLength: 10, maxLength: 10 }),
	),
	again: fc.option(
		fc.record({
			afterMs: fc.constantFrom(SECOND_MS, MINUTE_MS, 8 * MINUTE_MS, 57 * MINUTE_MS),
			otherAccount: fc.boolean(),
		}),
		{ nil: undefined, freq: 3 },
	),
});
