import {
	resolveInputs,
	say,
	type InputField,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { shownFields } from '../../methods/shownFields';
import { hintAtEmptyInputs } from './emptyInputs';
import { inOwnWords, type GivenForm } from './givenInputs';
import type { GivenValues } from './givenTask';

type ResolvedValues = ResolvedInputs & {
	/** What was given, in the app's own texts. */
	readonly ownForm: GivenForm;
};

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function resolveValues(
	context: ExecutionContext,
	given: GivenValues,
	fields: readonly InputField[],
	rejections: Rejections,
): ResolvedValues {
	const ownForm = inOwnWords(given.form, fields);
	const drawsSeeds = given.randomSeeds;
	const resolved = resolveInputs(fields, { ...ownForm, drawsSeeds }, rejections);
	hintAtStaleForm(context, given, fields);
	const rejected = new Set(rejections.all.map(({ key }) => key));
	const accepted = fields.filter(({ key }) => !rejected.has(key));
	hintAtEmptyInputs(context, accepted, resolved, given.form.isJson);
	return { ownForm, ...resolved };
}

function hintAtStaleForm(
	{ hints }: ExecutionContext,
	{ appId, form: { drawnKeys } }: GivenValues,
	fields: readonly InputField[],
): void {
	if (drawnKeys.length === 0) return;
	const own = new Set(fields.map(({ key }) => key));
	const drawn = new Set(drawnKeys);
	const isWhole = own.size === drawn.size || shownFields(fields).length === drawn.size;
	const same = isWhole && [...drawn].every((key) => own.has(key));
	if (!same)
		hints.add(
			say`The inputs of app ${appId} have changed since the form was loaded. Open the node, click the menu next to 'App Inputs' and select 'Refresh Input List'.`,
		);
}
