import {
	AiAppError,
	attempted,
	drawSeeds,
	resolveInputs,
	uncheckedInputs,
	type InputField,
	type InputValues,
	type ResolvedInputs,
	type Seeds,
} from '../../../../client/index';
import type { Batch } from '../../batch';
import { itemFiles, type ItemFiles } from '../../io/itemFiles';
import { readAppId } from './appLocator';
import { readGivenInputs, type GivenForm } from './givenInputs';

export type PreparedTask = {
	readonly appId: number;
	/** What is sent; uploads the files that it refers to, each once per execution. */
	readonly inputValues: () => Promise<InputValues>;
	readonly seeds: Seeds;
	/** What the user asked for, before chance came in: equal for every try of one item. */
	readonly work: unknown;
};

/** Causes that would end the create as well, or that mean the wrong app. */
const FINAL = new Set(['app_not_found', 'credential', 'forbidden', 'stopped']);

/**
 * Checks everything that can be checked before anything is paid, and decides what is sent.
 * @throws AiAppError when the app cannot be used or an input does not fit it
 */
export async function prepareTask(batch: Batch, itemIndex: number): Promise<PreparedTask> {
	const appId = readAppId(batch, itemIndex);
	const task = await attempted(() => prepareFor(appId, batch, itemIndex));
	if (task.ok) return task.value;
	throw task.error instanceof AiAppError ? task.error.about({ appId }) : task.error;
}

async function prepareFor(appId: number, batch: Batch, itemIndex: number): Promise<PreparedTask> {
	const files = itemFiles(batch.fns, itemIndex);
	const given = readGivenInputs(batch, itemIndex, files.names);
	const form = await batch.appForm(appId);
	if (!form.ok) {
		hintAtUnreadableForm(batch, appId, form.error);
		return prepared(batch, appId, uncheckedInputs(given), {}, files);
	}
	const { fields } = form.value;
	const resolved = resolveInputs(fields, given);
	hintAtStaleForm(batch, appId, given, fields);
	const random = batch.fns.getNodeParameter('seeds', itemIndex, 'asSet') === 'random';
	const seeds = random ? drawSeeds(fields, given.overrides, batch.clock.random) : {};
	return prepared(batch, appId, resolved, seeds, files);
}

async function prepared(
	{ uploads }: Batch,
	appId: number,
	{ values, files }: ResolvedInputs,
	seeds: Seeds,
	itemFiles: ItemFiles,
): Promise<PreparedTask> {
	const sources = await Promise.all(
		Object.entries(files).map(async ([key, { binaryField }]) => ({
			key,
			source: await itemFiles.source(binaryField),
		})),
	);
	const identities = sources.map(({ key, source }) => [key, source.identity] as const);
	const work = { appId, values, files: Object.fromEntries(identities), seeds: Object.keys(seeds) };

	async function inputValues(): Promise<InputValues> {
		const uploaded = await Promise.all(
			sources.map(async ({ key, source }) => [key, (await uploads.upload(source)).url] as const),
		);
		return { ...values, ...Object.fromEntries(uploaded), ...seeds };
	}
	return { appId, inputValues, seeds, work };
}

/** @throws AiAppError when the reason would end the create as well */
function hintAtUnreadableForm({ hints }: Batch, appId: number, reason: unknown): void {
	if (!(reason instanceof AiAppError)) throw reason;
	if (FINAL.has(reason.kind)) throw reason;
	hints.add(
		`The inputs of app ${appId} could not be read, so they were sent unchecked. ${reason.message}`,
	);
}

function hintAtStaleForm(
	{ hints }: Batch,
	appId: number,
	{ drawnKeys }: GivenForm,
	fields: readonly InputField[],
): void {
	if (drawnKeys.length === 0) return;
	const own = new Set(fields.map(({ key }) => key));
	const drawn = new Set(drawnKeys);
	const same = own.size === drawn.size && [...own].every((key) => drawn.has(key));
	if (!same)
		hints.add(
			`The inputs of app ${appId} have changed since its form was loaded. Open the node and refresh App Inputs.`,
		);
}
