import type { IExecuteFunctions } from 'n8n-workflow';
import { AiAppError, say, type GivenInput, type Rejections } from '../../../../client/index';
import { rowsOf } from '../../io/readParameter';
import { missingValue } from './missingValue';

/** Reads Override Inputs of one item. Rejected is what would be left out although it was meant. */
export function readOverrides(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
	{ reject }: Rejections,
): GivenInput[] {
	const rows = rowsOf(ctx.getNodeParameter('overrideInputs.values', itemIndex, []));
	const asTyped = rowsOf(
		ctx.getNodeParameter('overrideInputs.values', itemIndex, [], { rawExpressions: true }),
	);
	return rows.flatMap(({ key, value }, position) => {
		const name = String(key ?? '').trim();
		const isEmpty = (asTyped[position]?.value ?? '') === '';
		if (name === '') {
			if (!isEmpty) reject(withoutInput(itemIndex));
			return [];
		}
		// An expression may return an empty text on purpose; an empty field is an unfinished override.
		if (value === undefined || isEmpty) {
			const what = say`'Override Inputs' has no value for '${name}'`;
			reject(missingValue(what, itemIndex, name), name);
			return [];
		}
		return [{ key: name, value }];
	});
}

function withoutInput(itemIndex: number): AiAppError {
	return new AiAppError(
		'input',
		say`'Override Inputs' has a value without an input [item ${itemIndex}]`,
		{ forAgents: 'Ask the user to check this tool.' },
		"Choose the input in 'Input Name or ID', check its expression, or remove the row. You weren't charged.",
	);
}
