import { onTask, runForm, runModel, useService } from './service.mts';
import { readdirSync } from 'node:fs';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import type { Parameters } from './instance.mts';
import { schemaOf, type OutputSchema } from './outputSchema.mts';

/** n8n expects the schemas of a node with `version: 1` here (2.41, `resolveOutputSchemaPath`). */
const FOLDER = 'nodes/AiApp/__schema__/v1.0.0';
const PORTRAIT_APP = 54716;
const ALL_FIELD_TYPES_APP = 57002;
/** Their paths, and the parameter that each of them needs. */
const MODELS = [
	['sample-painter/text-to-image', 'prompt'],
	['sample-singer/text-to-audio/fast', 'lyrics'],
	['sample-writer/text-to-text', 'user_prompt'],
] as const;

const service = useService({
	noEndedAt: false,
	noInferenceSeconds: false,
	noRequestId: false,
	noAuditStatus: false,
	giftWallet: false,
});

/** Parameters of the operations that need them; together their items have all possible fields. */
const SAMPLES: Readonly<Record<string, () => Promise<readonly IDataObject[]>>> = {
	'app/get': () => itemsOf(getApp(ALL_FIELD_TYPES_APP)),
	'app/run': async () => {
		service.emulator.plan({ outputs: 'partial' }, { times: 1 });
		const options = { oneItemPerFile: true, seedMode: 'random' };
		return [
			...(await itemsOf(runForm({}, {}, PORTRAIT_APP))),
			...(await itemsOf(runForm({}, { options }))),
		];
	},
	'file/upload': () =>
		itemsOf({
			resource: 'file',
			operation: 'upload',
			fileSource: 'url',
			fileUrl: `${service.emulator.storageUrl}/samples/portrait.png`,
			options: {},
		}),
	'model/getTask': async () => {
		const ended = await itemsOfModels();
		const tasks = ended.map(({ request_id }) => ({
			resource: 'model',
			operation: 'getTask',
			requestId: String(request_id),
			simplify: true,
		}));
		return (await Promise.all(tasks.map(itemsOf))).flat();
	},
	'model/run': () => itemsOfModels(),
	'task/cancel': async () => itemsOf(onTask('cancel', await createTask({ queuingMs: 60_000 }))),
	'task/getOutputs': async () => itemsOf(onTask('getOutputs', await createEndedTask())),
	'task/getStatus': async () => [
		...(await itemsOf(onTask('getStatus', await createTask({ queueCount: 3, notFoundMs: 0 })))),
		...(await itemsOf(onTask('getStatus', await createEndedTask()))),
		...(await itemsOf(
			onTask(
				'getStatus',
				await createEndedTask({ outcome: 'Failed', errorMessage: 'Out of memory' }),
			),
		)),
	],
	'task/interrupt': async () => itemsOf(onTask('interrupt', await createRunningTask())),
	'task/stop': async () => itemsOf(onTask('stop', await createRunningTask())),
	'task/wait': async () => itemsOf(onTask('wait', await createTask({}))),
};

/** Fields below these have the names that an app's author gave to its inputs. */
function withoutKeysOfApps(json: IDataObject): IDataObject {
	const { seeds, input_template } = json;
	return { ...json, ...(seeds && { seeds: {} }), ...(input_template && { input_template: {} }) };
}

async function itemsOf(parameters: Parameters): Promise<readonly IDataObject[]> {
	const { error, outputs } = await service.run({ parameters });
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).map(({ json }) => json);
}

/** Models return different kinds of outputs: images, sounds, texts. */
async function itemsOfModels(): Promise<readonly IDataObject[]> {
	const items: IDataObject[] = [];
	for (const [modelPath, parameter] of MODELS)
		items.push(...(await itemsOf(runModel({ modelPath, modelParameters: { [parameter]: 'a' } }))));
	return items;
}

function getApp(appId: number): Parameters {
	const locator = { __rl: true, mode: 'id', value: String(appId) };
	return { resource: 'app', operation: 'get', appId: locator, simplify: true };
}

async function createTask(plan: object): Promise<string> {
	service.emulator.plan({ preparingMs: 0, ...plan }, { times: 1 });
	const [created] = await itemsOf(runForm({}, { waitMode: 'none' }, PORTRAIT_APP));
	return String(created?.request_id);
}

async function createRunningTask(): Promise<string> {
	const id = await createTask({ queuingMs: 0, runningMs: 60_000 });
	await service.time.sleep(1_000);
	return id;
}

async function createEndedTask(plan: object = { outputs: 'partial' }): Promise<string> {
	const id = await createTask(plan);
	await service.time.sleep(10_000);
	return id;
}

test.each(operationsOfNode())('the schema of %s describes its items', async (path) => {
	const [resource = '', operation = ''] = path.split('/');
	const items = await (SAMPLES[path] ?? (() => itemsOf({ resource, operation })))();
	const schema: OutputSchema = { ...schemaOf(items.map(withoutKeysOfApps)), version: 1 };

	const text = `${JSON.stringify(schema, undefined, '\t')}\n`;
	expect(text).toMatchFile(`${FOLDER}/${path}.json`);
});

test('every operation has a schema, and no other has one', () => {
	const files = readdirSync(FOLDER, { recursive: true })
		.map((path) => String(path).replaceAll('\\', '/'))
		.filter((path) => path.endsWith('.json'));

	const withSchema = files.map((path) => path.replace('.json', '')).sort();
	expect(withSchema).toEqual(operationsOfNode());
});

function operationsOfNode(): readonly string[] {
	const { properties } = new AiApp().description;
	const choices = properties.filter(({ name }) => name === 'operation');
	return choices
		.flatMap(({ options = [], displayOptions }) => {
			const [resource] = displayOptions?.show?.['resource'] ?? [];
			const values = (options as INodeProperties['options'] & object).map((option) =>
				'value' in option ? option.value : '',
			);
			return values.map((value) => `${String(resource)}/${String(value)}`);
		})
		.sort();
}
