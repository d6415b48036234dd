import {
	collectRejections,
	counted,
	drawSeeds,
	isMedium,
	orReject,
	requireFitting,
	resolveInputs,
	say,
	throwAll,
	uploadName,
	type AppInputs,
	type InputValues,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { unreadIn } from '../../facts/unevaluatedTexts';
import { adviceAtUnread, unreadError } from '../../words/adviceAtUnread';
import { hintAtFields, hintAtRareImages, hintAtStaleForm } from './inputHints';
import type { ItemToCheck } from './itemToCheck';
import { judgeWhatIsLeft } from './leftToApp';
import type { ItemInputs } from './userInputs';

export type CheckedValues = ResolvedInputs & {
	readonly app: AppInputs;
	/** By the keys of the app. */
	readonly overrides: ItemInputs['overrides'];
	readonly drawnSeeds: readonly string[];
};

/**
 * Checks the values of a task that is to be created.
 * @throws AiAppError kind `input` for an invalid value, `upload` for a file without a type
 */
export function checkTask(context: ExecutionContext, item: ItemToCheck): CheckedValues {
	const rejections = collectRejections();
	const checked = checkValues(context, item, rejections);
	throwAll(rejections, { appId: item.inputs.appId });
	return checked;
}

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function checkValues(
	context: ExecutionContext,
	{ form, heads, inputs }: ItemToCheck,
	rejections: Rejections,
): CheckedValues {
	const { app } = form;
	const given = resolveInputs(app, inputs, rejections);
	const values = textsToSend(context, app, given.values, rejections);
	const files = fittingFiles(app, given.files, heads, rejections);
	const resolved = { ...given, values, files };
	hintAtStaleForm(context, inputs, form);
	if (inputs.mapped) hintAtFields(context, app, inputs.mapped);
	judgeWhatIsLeft(context, app, resolved, inputs, rejections);
	hintAtRareImages(context, files, heads);
	const { drawsSeeds, overrides } = inputs;
	const drawn = drawsSeeds ? drawSeeds(app, overrides, context.clock.random) : {};
	return { ...resolved, app, overrides, drawnSeeds: Object.keys(drawn) };
}

/**
 * Warns about texts with an expression that n8n didn't evaluate, because it may be meant as it is.
 * Rejects URLs with an expression, because they lead nowhere, and texts that are nothing but the name
 * of a missing value.
 * @param rejections gets the rejected values
 * @returns the other values
 */
function textsToSend(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	values: InputValues,
	rejections: Rejections,
): InputValues {
	const sent = Object.entries(values).filter(([key, value]) => {
		const field = byKey.get(key);
		const unread = value === field?.default ? undefined : unreadIn(value);
		if (!field || !unread || field.kind === 'choice') return true;
		const isRefused = isMedium(field) || (field.kind === 'text' && unread.isWhole);
		if (isRefused) {
			const details = { inputId: key, name: field.kind };
			rejections.reject(unreadError(say`'${field.label}'`, unread, details), key);
			return false;
		}
		hints.count(
			`unread ${key}`,
			(items) =>
				say`'${field.label}' (${key}) contains ${unread.quoted} as plain text in ${counted(items, 'item')}. ${adviceAtUnread(unread)}`,
		);
		return true;
	});
	return Object.fromEntries(sent);
}

/** The files that fit their inputs. @param rejections gets the others */
function fittingFiles(
	{ byKey }: AppInputs,
	references: ResolvedInputs['files'],
	heads: ItemToCheck['heads'],
	rejections: Rejections,
): ResolvedInputs['files'] {
	const fitting = Object.entries(references).filter(([key, { binaryField }]) =>
		orReject(rejections, key, () => {
			const head = heads(binaryField);
			requireFitting(head, byKey.get(key));
			return uploadName(head);
		}),
	);
	return Object.fromEntries(fitting);
}
