import {
	AiAppError,
	collectRejections,
	counted,
	drawSeeds,
	isMedium,
	resolveInputs,
	say,
	throwAll,
	type AppInputs,
	type Deadline,
	type Rejections,
	type ResolvedInputs,
	type TaskOrder,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { inOwnWords, type ItemInputs } from './userInputs';

export type CheckedValues = ResolvedInputs & {
	/** The user's values, in the app's own texts. */
	readonly inputs: ItemInputs;
	readonly app: AppInputs;
	readonly drawnSeeds: readonly string[];
};

/**
 * Checks the values of a task that is to be created.
 * @throws AiAppError kind `input` for an invalid value
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
	const resolved = resolveInputs(app, inputs, rejections);
	hintAtStaleForm(context, inputs, form);
	const rejected = new Set(rejections.all.map(({ key = '' }) => app.keyOf(key)));
	hintAtEmptyInputs(context, app, { ...resolved, rejected }, inputs.isJson);
	hintAtUntouchedFiles(context, app, { ...resolved, rejected });
	const drawn = inputs.drawsSeeds ? drawSeeds(app, inputs.overrides, context.clock.random) : {};
	return { ...resolved, inputs, app, drawnSeeds: Object.keys(drawn) };
}

/** What is sent: with the URLs of uploaded files, each once in a try of the node, and with new seeds. */
export async function uploadValues(
	{ clock, uploads }: ExecutionContext,
	{ app, drawnSeeds, files, inputs, values }: CheckedValues,
	deadline: Deadline,
): Promise<Required<Pick<TaskOrder, 'inputValues' | 'seeds'>>> {
	const uploaded = await Promise.all(
		Object.entries(files).map(async ([key, { binaryField }]) => {
			const { url } = await uploads.upload(await inputs.files.source(binaryField), deadline);
			return [key, url] as const;
		}),
	);
	const seeds = drawnSeeds.length > 0 ? drawSeeds(app, inputs.overrides, clock.random) : {};
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
	{ app: { byKey }, shownInputs }: AppForm,
): void {
	if (formKeys.length === 0) return;
	const shown = new Set(formKeys);
	const isWhole = byKey.size === shown.size || shownInputs === shown.size;
	const same = isWhole && formKeys.every((key) => byKey.has(key));
	if (!same)
		hints.add(
			say`The inputs of app ${appId} have changed since the form was loaded. Open the node, click the menu next to 'App Inputs' and select 'Refresh Input List'.`,
		);
}

/** What became of the values of an item; `rejected` are the keys of those that can't be sent. */
type Resolved = ResolvedInputs & { readonly rejected: ReadonlySet<string> };

/**
 * Warns about texts that are sent empty although the app has a default for them, and about defaults that
 * null stands for: an expression that returns nothing leaves no other trace.
 */
function hintAtEmptyInputs(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	{ values, nulls, rejected }: Resolved,
	isJson: boolean,
): void {
	const leaveOut = `. To use the app's default, ${isJson ? 'leave the input out' : 'remove the input from the form'}.`;
	const hint = (key: string, what: string, effect: string) => {
		const field = byKey.get(key);
		if (!field?.default || rejected.has(key)) return;
		if (field.kind !== 'text' && !(what === 'null' && isMedium(field))) return;
		hints.count(
			`${what} ${key}`,
			(items) =>
				say`'${field.label}' (${key}) is ${what} in ${counted(items, 'item')}${effect} If you didn't expect this, check the value and any expression in it.`,
		);
	};
	for (const key of nulls) hint(key, 'null', ", so the app's default is used.");
	for (const [key, value] of Object.entries(values)) if (value === '') hint(key, 'empty', leaveOut);
}

/** Warns about file inputs that get no file: a box that was never filled looks like any other. */
function hintAtUntouchedFiles(
	{ hints }: ExecutionContext,
	app: AppInputs,
	{ values, files, rejected }: Resolved,
): void {
	const untouched = app.files.filter(
		({ key }) => !(key in values) && !(key in files) && !rejected.has(key),
	);
	if (untouched.length === 0) return;
	const labels = untouched.map(({ label }) => `'${label}'`);
	hints.count(
		labels.join(),
		(items) =>
			say`No file is set for ${labels} in ${counted(items, 'item')}. The app may use a file of its author instead.`,
	);
}
