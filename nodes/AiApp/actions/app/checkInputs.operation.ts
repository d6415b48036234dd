import type { INodeProperties } from 'n8n-workflow';
import {
	collectRejections,
	orReject,
	ownMember,
	uploadName,
	type AppInputs,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption } from '../operation';
import {
	checkedItem,
	withFilesOf,
	type CheckedFields,
	type FileToUpload,
} from '../../io/items/checkedItem';
import { appWithForm } from '../../parameters/appLocator';
import { checkValues, itemToCheck, type ItemToCheck } from './checkItem';
import { inputProperties, overrideInputs } from './runInputs.description';
import { optionsForRun } from './runOptions.description';
import { readUserInputs, type ItemInputs } from './itemInputs';
import { openPanel } from '../../parameters/readParameter';
import { maxTasks as maxTasksOption } from '../../parameters/limits';

export const option: OperationOption = {
	name: 'Check Inputs',
	description:
		'See what App: Run would send, and which values are invalid. Free of charge: creates no task and uploads no file.',
	action: 'Check app inputs',
};

export const description: INodeProperties[] = [
	appWithForm,
	...inputProperties,
	overrideInputs,
	optionsForRun,
];

const RETRY_FOR_MS = 60_000;

/**
 * What App: Run would send for an item, and all reasons why it would reject the item. Invalid values
 * don't fail the item.
 * @throws AiAppError if the app is unknown or can't be read
 */
export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	await context.breaks.take();
	const rejections = collectRejections();
	const panel = openPanel(context.ctx, itemIndex);
	const given = readUserInputs(context, panel, rejections);
	const { appId } = given;
	const toCheck = await itemToCheck(given, await context.appForm(appId, RETRY_FOR_MS));
	const { app, name: appName } = toCheck.form;
	const { files, randomSeeds, values } = checkValues(context, toCheck, rejections);
	const maxTasks = orReject(rejections, undefined, () => panel.optional(maxTasksOption));
	const invalid = rejections.all.map(({ key: name, reason }) => {
		const key = name === undefined ? undefined : app.keyOf(name);
		return {
			key,
			reason: reason.about({ createsNoTask: true }),
			label: app.byKey.get(key ?? '')?.label,
		};
	});
	const item = {
		...{ appId, appName, values, randomSeeds, invalid },
		files: filesToUpload(files, toCheck.heads),
		fields: fieldsThatSet(toCheck.inputs, app),
		billed: context.ports.pastTasks.billedSeconds(appId),
		isTool: context.isTool,
	};
	const reasons = invalid.map(({ reason }) => reason);
	const input = context.isTool ? undefined : context.ctx.getInputData()[itemIndex];
	const withFiles = withFilesOf(input, checkedItem(item));
	return { items: [withFiles], check: { reasons, maxTasks } };
}

/** Which field of the item sets which input; undefined if the inputs don't come from fields. */
function fieldsThatSet(
	{ mapped, overrides }: ItemInputs,
	{ byKey, keyOf }: AppInputs,
): CheckedFields | undefined {
	if (!mapped) return undefined;
	const replaced = new Set(overrides.map(({ key }) => keyOf(key)));
	const used = [...byKey.values()].flatMap(({ key, label }) => {
		const isUsed = Object.hasOwn(mapped.values, key) && !replaced.has(key);
		const field = isUsed ? ownMember(mapped.sources, key) : undefined;
		return field === undefined ? [] : { key, label, field };
	});
	return { used, unused: mapped.unused };
}

/** The files that App: Run would upload for an item, under the names that it would use. */
function filesToUpload(
	references: ResolvedInputs['files'],
	heads: ItemToCheck['heads'],
): FileToUpload[] {
	return Object.entries(references).map(([key, { binaryField }]) => {
		const head = heads(binaryField);
		return { key, binaryField, name: uploadName(head), size: head.size };
	});
}
