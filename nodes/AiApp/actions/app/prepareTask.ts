import {
	AiAppError,
	counted,
	drawSeeds,
	resolveInputs,
	say,
	throwFirst,
	type InputField,
	type InputValues,
	type Rejections,
	type ResolvedInputs,
	type Seeds,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { shownFields } from '../../methods/shownFields';
import { inOwnWords, type ItemInputs } from './userInputs';

export type CheckedTask = {
	/** What to send: uploads files, each once in a try of the node, and draws the seeds of a task. */
	readonly inputs: () => Promise<{ readonly inputValues: InputValues; readonly seeds: Seeds }>;
	readonly drawsSeeds: boolean;
	/** Without files and drawn seeds. */
	readonly values: InputValues;
	readonly references: ResolvedInputs['files'];
	/** The app's inputs. */
	readonly fields: readonly InputField[];
};

/**
 * Checks the values of one item against the app's own inputs, and decides what to send.
 * @throws AiAppError kind `input` for an invalid value
 */
export function checkTask(
	context: ExecutionContext,
	inputs: ItemInputs,
	form: AppForm,
): CheckedTask {
	const { appId, files } = inputs;
	const { fields } = form;
	const {
		ownInputs,
		values,
		files: references,
	} = resolveValues(context, inputs, fields, throwFirst);
	const draw = () => drawSeeds(fields, ownInputs.overrides, context.clock.random);
	const drawsSeeds = inputs.drawsSeeds && Object.keys(draw()).length > 0;
	const seedInputs = fields.filter(({ isSeed }) => isSeed);
	context.ledger.rememberSeedInputs(
		String(appId),
		seedInputs.flatMap(({ key, label }) => [key, label]),
	);

	async function toSend() {
		const uploaded = await Promise.all(
			Object.entries(references).map(async ([key, { binaryField }]) => {
				const { url } = await context.uploads.upload(await files.source(binaryField));
				return [key, url] as const;
			}),
		);
		const seeds = drawsSeeds ? draw() : {};
		return { seeds, inputValues: { ...values, ...Object.fromEntries(uploaded), ...seeds } };
	}
	return { inputs: toSend, drawsSeeds, values, references, fields };
}

type ResolvedValues = ResolvedInputs & {
	/** The user's values, in the app's own texts. */
	readonly ownInputs: ItemInputs;
};

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function resolveValues(
	context: ExecutionContext,
	inputs: ItemInputs,
	fields: readonly InputField[],
	rejections: Rejections,
): ResolvedValues {
	const ownInputs = inOwnWords(inputs, fields);
	const resolved = resolveInputs(fields, ownInputs, rejections);
	hintAtStaleForm(context, inputs, fields);
	const rejected = new Set(rejections.all.map(({ key }) => key));
	const accepted = fields.filter(({ key }) => !rejected.has(key));
	hintAtEmptyInputs(context, accepted, resolved, inputs.isJson);
	return { ownInputs, ...resolved };
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
	return new AiAppError(
		about.kind,
		say`Couldn't load the inputs of app ${appId}. ${about}`,
		about.details,
		about.ownAdvice,
	).advising("You weren't charged.");
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
	{ appId, drawnKeys }: ItemInputs,
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

/**
 * Warns about texts that are sent empty although the app has a default for them, and about file
 * inputs that get no file: an expression that returns nothing leaves no other trace, and a box that
 * was never filled looks like any other.
 */
function hintAtEmptyInputs(
	{ hints }: ExecutionContext,
	fields: readonly InputField[],
	{ values, files }: ResolvedInputs,
	isJson: boolean,
): void {
	for (const { key, label, kind, default: standard } of fields) {
		if (kind !== 'text' || !standard || values[key] !== '') continue;
		hints.count(
			key,
			(items) =>
				say`'${label}' (${key}) is empty in ${counted(items, 'item')}. If an expression returned nothing, check its field names. To use the app's default, ${isJson ? 'leave the input out' : 'remove the input from the form'}.`,
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
