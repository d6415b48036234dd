import { say, seedsToKeep } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { inOwnWords } from './givenInputs';
import type { CheckedTask } from './prepareTask';
import type { Run } from './readRun';

/** Warns where options need a seed that can be drawn, and there is none. */
export function hintAtSeeds(
	{ hints }: Pick<ExecutionContext, 'hints'>,
	{ given, repeats }: Run,
	{ fields, seeds }: CheckedTask,
): void {
	if (repeats.variations === 1 && repeats.retryRejected === 0 && !repeats.reuseResults) return;
	const app = say`App ${given.appId}`;
	if (repeats.variations > 1 && Object.keys(seeds).length === 0)
		hints.add(
			say`${app} has no seed input without a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	const kept = new Set(seedsToKeep(fields, inOwnWords(given.form, fields)).map(({ key }) => key));
	const canBeDrawn = fields.some(
		({ key, isSeed }) => isSeed && (given.randomSeeds || !kept.has(key)),
	);
	if (repeats.retryRejected > 0 && !canBeDrawn)
		hints.add(
			say`${app} has no seed input without a value of your own, so rejected results aren't retried.`,
		);
	if (repeats.reuseResults && given.randomSeeds)
		hints.add("Results aren't reused, because each task has a random seed.");
}
