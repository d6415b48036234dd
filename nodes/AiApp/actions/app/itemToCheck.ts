import {
	AiAppError,
	kindOf,
	readMediaValue,
	say,
	settle,
	type FileHead,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { inputsFor, type ItemInputs } from './userInputs';

/** What a check needs to know of an item. */
export type ItemToCheck = {
	/** The user's values, by the keys of the app. */
	readonly inputs: ItemInputs;
	readonly form: AppForm;
	readonly heads: FileHeads;
};

/**
 * What is known of an item's files before they're sent, by binary field.
 * @throws AiAppError kind `input` for one that n8n couldn't read
 */
type FileHeads = (binaryField: string) => FileHead;

/** Fits the inputs of an item to its app, and reads the beginnings of its files. */
export async function itemToCheck(given: ItemInputs, form: AppForm): Promise<ItemToCheck> {
	const inputs = inputsFor(given, form.app);
	return { inputs, form, heads: await readFileHeads(inputs) };
}

/** The files that the values of an item name, whether or not their inputs take files. */
async function readFileHeads({
	binaryFields,
	files,
	overrides,
	values,
}: ItemInputs): Promise<FileHeads> {
	const given = [...Object.values(values), ...overrides.map(({ value }) => value)];
	const named = given.flatMap((value) => {
		const media = readMediaValue(value, binaryFields);
		return typeof media === 'object' ? media.binaryField : [];
	});
	const reading = [...new Set(named)].map(
		async (field) => [field, await settle(() => files.source(field))] as const,
	);
	const heads = new Map(await Promise.all(reading));
	return (field) => {
		const head = heads.get(field);
		if (head?.ok) return head.value;
		throw head?.error ?? new Error('No value names this file');
	};
}

/**
 * The inputs of an app.
 * @throws AiAppError if they are unknown: no task is created, because nothing can be checked
 */
export async function readForm(
	context: ExecutionContext,
	appId: number,
	retryForMs: number,
): Promise<AppForm> {
	const form = await context.appForm(appId, retryForMs);
	if (form.ok) return form.value;
	throw form.error instanceof AiAppError ? unchecked(form.error, appId) : form.error;
}

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (kindOf(about.kind).isClear) return about;
	return about
		.saying(say`Couldn't load the inputs of app ${appId}. ${about}`)
		.with({ cost: 'free' });
}
