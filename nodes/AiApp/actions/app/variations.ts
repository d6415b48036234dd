import { PanelError } from '../../facts/panelError';
import { MOST_VARIATIONS } from '../../memory/sameWork';
import type { NumberOption, Panel } from '../../parameters/readParameter';

export const variationsPerItem: NumberOption = {
	displayName: 'Variations per Item',
	name: 'variations',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_VARIATIONS, numberPrecision: 0 },
	default: 1,
	description:
		"How many tasks to create for each item. Each gets a random seed, if the app has a seed input. You pay for each task. Not available with 'Pause Execution'.",
};

/**
 * How many tasks an item is to have.
 * @throws PanelError for several in an execution that pauses: n8n links its items with the input
 * items by their positions, so each input item can have only one
 */
export function readVariations(panel: Panel, isPaused: boolean): number {
	const variations = panel.number(variationsPerItem);
	if (variations === 1 || !isPaused) return variations;
	throw new PanelError(
		"'Variations per Item' isn't available with 'Pause Execution'",
		"Set 'Wait Mode' to 'Wait for Result', or add one item per variation before this node.",
		'ask',
	);
}
