import {
	AiAppError,
	collectRejections,
	counted,
	drawSeeds,
	keysByName,
	resolveInputs,
	say,
	throwAll,
	type Deadline,
	type InputField,
	type Rejections,
	type ResolvedInputs,
	type TaskOrder,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { shownFields } from '../../methods/shownFields';
import { inOwnWords, type ItemInputs } from './userInputs';

export type CheckedValues = ResolvedInputs & {
	/** The user's values, in the app's own texts. */
	readonly inputs: ItemInputs;
	readonly fields: readonly InputField[];
	readonly drawnSeeds: readonly string[];
};

/**
 * Checks the values of a task that is to be created.
 * @throws AiAppError kind `input` for an invalid value
 */
export function checkTask(
	context: ExecutionContext,
	inputs: ItemInputs,
	{ fields }: AppForm,
): CheckedValues {
	const rejections = collectRejections();
	const checked = checkValues(context, inputs, fields, rejections);
	throwAll(rejections, { appId: inputs.appId });
	return checked;
}

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function checkValues(
	context: ExecutionContext,
	userInputs: ItemInputs,
	fields: readonly InputField[],
	rejections: Rejections,
): CheckedValues {
	const inputs = inOwnWords(userInputs, fields);
	const resolved = resolveInputs(fields, inputs, rejections);
	hintAtStaleForm(context, inputs, fields);
	const keyOf = keysByName(fields);
	const rejected = new Set(rejections.all.map(({ key = '' }) => keyOf(key)));
	const accepted = fields.filter(({ key }) => !rejected.has(key));
	hintAtEmptyInputs(context, accepted, resolved, inputs.isJson);
	const drawn = inputs.drawsSeeds ? drawSeeds(fields, inputs.overrides, context.clock.random) : {};
	return { ...resolved, inputs, fields, drawnSeeds: Object.keys(drawn) };
}

/** What is sent: with the URLs of uploaded files, each once in a try of the node, and with new seeds. */
export async function uploadValues(
	{ clock, uploads }: ExecutionContext,
	{ drawnSeeds, fields, files, inputs, values }: CheckedValues,
	deadline: Deadline,
): Promise<Required<Pick<TaskOrder, 'inputValues' | 'seeds'>>> {
	const uploaded = await Promise.all(
		Object.entries(files).map(async ([key, { binaryField }]) => {
			const { url } = await uploads.upload(await inputs.files.source(binaryField), deadline);
			return [key, url] as const;
		}),
	);
	const seeds = drawnSeeds.length > 0 ? drawSeeds(fields, inputs.overrides, clock.random) : {};
	return { seeds, inputValues: { ...values, ...Object.fromEntries(uploaded), ...seeds } };
}

/**
 * The inputs of an app, as they are or were within the last hour.
 * @throws AiAppError if they are unknown: no task is created, because nothing can be checked
 */
export async function readForm(
	context: ExecutionContext,
	appId: number,
	retryForMs: number,
): Promise<AppForm> {
	const form = await context.appForm(appId, retryForMs);
	if (!form.ok) throw form.error instanceof AiAppError ? unchecked(form.error, appId) : form.error;
	const { outdated } = form.value;
	if (outdated instanceof AiAppError) hintAtOutdatedForm(context, appId, outdated);
	return form.value;
}

/** Kinds whose messages say by themselves what is wrong with the app or the account. */
const SELF_EXPLANATORY = new Set([
	'app_not_found',
	'credential',
	'forbidden',
	'execution_stopped',
	'balance',
	'quota',
]);

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (SELF_EXPLANATORY.has(about.kind)) return about;
	return about
		.saying(say`Couldn't load the inputs of app ${appId}. ${about}`)
		.with({ cost: 'free' });
}

function hintAtOutdatedForm(
	{ hints, progress }: ExecutionContext,
	appId: number,
	reason: AiAppError,
): void {
	hints.add(
		say`Couldn't load the inputs of app ${appId}, so values were checked against the inputs loaded within the last hour. ${reason}.`,
	);
	progress.note(
		say`Couldn't load the inputs of app ${appId}, so its earlier inputs were used. ${reason}`,
	);
}

function hintAtStaleForm(
	{ hints }: ExecutionContext,
	{ appId, formKeys }: ItemInputs,
	fields: readonly InputField[],
): void {
	if (formKeys.length === 0) return;
	const own = new Set(fields.map(({ key }) => key));
	const shown = new Set(formKeys);
	const isWhole = own.size === shown.size || shownFields(fields).length === shown.size;
	const same = isWhole && [...shown].every((key) => own.has(key));
	if (!same)
		hints.add(
			say`The inputs of app ${appId} have changed since the form was loaded. Open the node, click the menu next to 'App Inputs' and select 'Refresh Input List'.`,
		);
}

/**
 * Warns about texts that are sent empty although the app has a default for them, about defaults that
 * null stands for, and about file inputs that get no file: an expression that returns nothing leaves no
 * other trace, and a box that was never filled looks like any other.
 */
function hintAtEmptyInputs(
	{ hints }: ExecutionContext,
	fields: readonly InputField[],
	{ values, files, nulls }: ResolvedInputs,
	isJson: boolean,
): void {
	const leaveOut = `. To use the app's default, ${isJson ? 'leave the input out' : 'remove the input from the form'}.`;
	for (const { key, label, kind, default: standard } of fields) {
		const isNull = nulls.includes(key) && (kind === 'text' || MEDIA.has(kind));
		const isEmpty = kind === 'text' && values[key] === '';
		if (!standard || !(isNull || isEmpty)) continue;
		const what = isNull ? 'null' : 'empty';
		const effect = isNull ? ", so the app's default is used." : leaveOut;
		hints.count(
			`${what} ${key}`,
			(items) =>
				say`'${label}' (${key}) is ${what} in ${counted(items, 'item')}${effect} If you didn't expect this, check the value and any expression in it.`,
		);
	}
	const untouched = fields.filter(
		({ key, kind, default: standard }) =>
			MEDIA.has(kind) && standard === undefined && !(key in values) && !(key in files),
	);
	if (untouched.length === 0) return;
	const labels = untouched.map(({ label }) => `'${label}'`);
	hints.count(
		labels.join(),
		(items) =>
			say`No file is set for ${labels} in ${counted(items, 'item')}. The app may use a file of its author instead.`,
	);
}

const MEDIA: ReadonlySet<InputField['kind']> = new Set(['image', 'audio', 'video']);
