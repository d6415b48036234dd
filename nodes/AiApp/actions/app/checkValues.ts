import {
	collectRejections,
	drawSeeds,
	orReject,
	resolveInputs,
	throwAll,
	uploadName,
	type AppInputs,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import {
	hintAtDefaultContents,
	hintAtNulls,
	hintAtStaleForm,
	hintAtUntouchedFiles,
	hintAtUnusedFiles,
	hintAtZeros,
} from './inputHints';
import { inOwnWords, type ItemInputs } from './userInputs';

export type CheckedValues = ResolvedInputs & {
	/** The user's values, in the app's own texts. */
	readonly inputs: ItemInputs;
	readonly app: AppInputs;
	readonly drawnSeeds: readonly string[];
};

/**
 * Checks the values of a task that is to be created.
 * @throws AiAppError kind `input` for an invalid value, `upload` for a file without a type
 */
export function checkTask(
	context: ExecutionContext,
	inputs: ItemInputs,
	form: AppForm,
): CheckedValues {
	const rejections = collectRejections();
	const checked = checkValues(context, inputs, form, rejections);
	throwAll(rejections, { appId: inputs.appId });
	return checked;
}

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function checkValues(
	context: ExecutionContext,
	userInputs: ItemInputs,
	form: AppForm,
	rejections: Rejections,
): CheckedValues {
	const { app } = form;
	const inputs = inOwnWords(userInputs, app);
	const given = resolveInputs(app, inputs, rejections);
	const resolved = { ...given, files: namedFiles(given.files, inputs, rejections) };
	hintAtStaleForm(context, inputs, form);
	const rejected = new Set(rejections.all.map(({ key = '' }) => app.keyOf(key)));
	hintAtContents(context, app, { ...resolved, rejected }, inputs);
	const drawn = inputs.drawsSeeds ? drawSeeds(app, inputs.overrides, context.clock.random) : {};
	return { ...resolved, inputs, app, drawnSeeds: Object.keys(drawn) };
}

/** Names what is sent, or left to the app, and was probably not meant. */
function hintAtContents(
	context: ExecutionContext,
	app: AppInputs,
	resolved: ResolvedInputs & { readonly rejected: ReadonlySet<string> },
	inputs: ItemInputs,
): void {
	hintAtNulls(context, app, resolved);
	hintAtZeros(context, app, resolved, inputs);
	hintAtUntouchedFiles(context, app, resolved);
	const told = hintAtUnusedFiles(context, app, resolved, inputs.files);
	if (!inputs.isJson && resolved.rejected.size === 0)
		hintAtDefaultContents(context, app, resolved, told);
}

/** Those that have a name to be uploaded under. @param rejections gets the others */
function namedFiles(
	references: ResolvedInputs['files'],
	{ files }: ItemInputs,
	rejections: Rejections,
): ResolvedInputs['files'] {
	const named = Object.entries(references).filter(([key, { binaryField }]) =>
		orReject(rejections, key, () => uploadName(files.recordOf(binaryField))),
	);
	return Object.fromEntries(named);
}
