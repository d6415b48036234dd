import {
	AiAppError,
	drawSeeds,
	throwFirst,
	type InputField,
	type InputValues,
	type ResolvedInputs,
	type Seeds,
	say,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { GivenTask } from './givenTask';
import { resolveValues } from './resolveValues';

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
export function checkTask(context: ExecutionContext, given: GivenTask, form: AppForm): CheckedTask {
	const { appId, files } = given;
	const { fields } = form;
	const { ownForm, values, files: references } = resolveValues(context, given, fields, throwFirst);
	const draw = () => drawSeeds(fields, ownForm.overrides, context.clock.random);
	const drawsSeeds = given.randomSeeds && Object.keys(draw()).length > 0;
	const seedInputs = fields.filter(({ isSeed }) => isSeed);
	context.ledger.rememberSeedInputs(
		String(appId),
		seedInputs.flatMap(({ key, label }) => [key, label]),
	);

	async function inputs() {
		const uploaded = await Promise.all(
			Object.entries(references).map(async ([key, { binaryField }]) => {
				const { url } = await context.uploads.upload(await files.source(binaryField));
				return [key, url] as const;
			}),
		);
		const seeds = drawsSeeds ? draw() : {};
		return { seeds, inputValues: { ...values, ...Object.fromEntries(uploaded), ...seeds } };
	}
	return { inputs, drawsSeeds, values, references, fields };
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
