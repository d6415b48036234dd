import { say } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { CheckedTask } from './prepareTask';
import type { Run } from './readRun';

/** Warns where options need a seed that can be drawn, or one that isn't. */
export function hintAtSeeds(
	{ hints }: Pick<ExecutionContext, 'hints'>,
	{ given, repeats }: Run,
	{ seeds }: CheckedTask,
): void {
	if (repeats.variations > 1 && Object.keys(seeds).length === 0)
		hints.add(
			say`App ${given.appId} has no seed input without a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	if (repeats.reuseResults && given.randomSeeds)
		hints.add("Results aren't reused, because each task has a random seed.");
}
