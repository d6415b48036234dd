import {
	AiAppError,
	drawSeeds,
	resolveInputs,
	type InputField,
	type InputValues,
	type Seeds,
	say,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { hintAtEmptiedTexts } from './emptiedTexts';
import type { GivenTask } from './givenTask';
import { inOwnWords } from './givenInputs';

export type CheckedTask = {
	/** What is sent; uploads the files that it refers to, each once per run of the node. */
	readonly inputValues: () => Promise<InputValues>;
	readonly seeds: Seeds;
};

/**
 * Checks what is given for one item against the app's own inputs, and decides what is sent.
 * @throws AiAppError kind `input` when an input does not fit
 */
export function checkTask(context: ExecutionContext, given: GivenTask, form: AppForm): CheckedTask {
	const { appId, files, randomSeeds } = given;
	const { fields } = form;
	const ownForm = inOwnWords(given.form, fields);
	const { values, files: references } = resolveInputs(fields, ownForm);
	hintAtStaleForm(context, given, fields);
	if (given.form.isJson) hintAtEmptiedTexts(context, fields, values);
	const seeds = randomSeeds ? drawSeeds(fields, ownForm.overrides, context.clock.random) : {};
	const seedInputs = fields.filter(({ isSeed }) => isSeed);
	context.ledger.rememberSeedInputs(
		String(appId),
		seedInputs.flatMap(({ key, label }) => [key, label]),
	);

	async function inputValues(): Promise<InputValues> {
		const uploaded = await Promise.all(
			Object.entries(references).map(async ([key, { binaryField }]) => {
				const { url } = await context.uploads.upload(await files.source(binaryField));
				return [key, url] as const;
			}),
		);
		return { ...values, ...Object.fromEntries(uploaded), ...seeds };
	}
	return { inputValues, seeds };
}

/**
 * The inputs of an app, as they are or as they were within the hour.
 * @throws AiAppError when they are not known: then nothing is created, because nothing can be checked
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

/** Causes that say themselves what is wrong with the app or the account. */
const TOLD = new Set([
	'app_not_found',
	'credential',
	'forbidden',
	'execution_stopped',
	'balance',
	'quota',
]);

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (TOLD.has(about.kind)) return about;
	return new AiAppError(
		about.kind,
		say`The inputs of app ${appId} could not be read, so no task was created. ${about}`,
		about.details,
		about.ownAdvice,
	);
}

function hintAtOutdatedForm(
	{ hints, progress }: ExecutionContext,
	appId: number,
	reason: AiAppError,
): void {
	hints.add(
		say`The inputs of app ${appId} could not be read. They were checked against those that were read within the last hour. ${reason}`,
	);
	progress.note(say`App ${appId} could not be read, so its earlier inputs were used. ${reason}`);
}

function hintAtStaleForm(
	{ hints }: ExecutionContext,
	{ appId, form: { drawnKeys } }: GivenTask,
	fields: readonly InputField[],
): void {
	if (drawnKeys.length === 0) return;
	const own = new Set(fields.map(({ key }) => key));
	const drawn = new Set(drawnKeys);
	const same = own.size === drawn.size && [...own].every((key) => drawn.has(key));
	if (!same)
		hints.add(
			say`The inputs of app ${appId} have changed since its form was loaded. Open the node and refresh App Inputs.`,
		);
}
