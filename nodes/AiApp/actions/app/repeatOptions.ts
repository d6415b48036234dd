import type { INodeProperties } from 'n8n-workflow';
import { AiAppError } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readFlag, readNumber, type NumberOption } from '../../io/readParameter';

export const variationsPerItem: NumberOption = {
	displayName: 'Variations per Item',
	name: 'variations',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 1,
	description:
		"How many tasks to create for each item. Each gets a random seed, if the app has a seed input. You pay for each task. Not available with 'Pause Execution'.",
};

export const reuseResults: INodeProperties = {
	displayName: 'Reuse Results',
	name: 'reuseResults',
	type: 'boolean',
	default: false,
	description:
		"Whether to return the result of a finished task with the same app and inputs instead of paying again, also when you click 'Execute step' again. n8n forgets results after an hour without use and when it restarts. Has no effect with random seeds or several variations.",
};

/** How often the work of an item is done. */
export type Repeats = {
	readonly variations: number;
	readonly reuseResults: boolean;
};

/** @throws AiAppError kind `input`, also for variations of an item whose execution is to be paused */
export function readRepeats(
	{ ctx }: ExecutionContext,
	itemIndex: number,
	waitMode: string,
): Repeats {
	const variations = readNumber(ctx, itemIndex, variationsPerItem);
	if (variations > 1 && waitMode === 'pause') throw notWhilePaused();
	const seesEnd = waitMode === 'poll' || waitMode === 'keepOpen';
	return {
		variations,
		reuseResults: seesEnd && readFlag(ctx, itemIndex, 'reuseResults'),
	};
}

function notWhilePaused(): AiAppError {
	return new AiAppError(
		'input',
		"'Variations per Item' isn't available with 'Pause Execution'",
		{},
		"Set 'Wait Mode' to 'Wait for Result', or add one item per variation before this node. You weren't charged.",
	);
}
