import { readdirSync, readFileSync } from 'node:fs';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { waitMode } from '../../../nodes/AiApp/actions/app/waitMode.description';
import { until } from '../../until.mts';
import { checkOf } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { type OutputSchema, schemaOf } from '../outputSchema.mts';
import { photo } from '../photo.mts';
import { onTask, runForm, runModel, useService } from '../service.mts';
import { useTriggers } from '../trigger/triggerCalls.mts';
import { PORTRAIT_APP, useSampleItems } from './sampleItems.mts';
import { useWaitModeSamples } from './waitModeSamples.mts';

describe('schemas', () => {
	/** n8n expects the schemas of a node with `version: 1` here (2.41, `resolveOutputSchemaPath`). */
	const FOLDER = 'nodes/AiApp/__schema__/v1.0.0';

	const ALL_FIELD_TYPES_APP = 57002;

	const LEVELS_APP = 56258;

	const PICTURE = '18:LoadImage.image';

	const GRAY_POINT = '27:LayerColor: Levels.gray_point';

	const service = useService({
		noEndedAt: false,
		noInferenceSeconds: false,
		noRequestId: false,
		noAuditStatus: false,
		giftWallet: false,
		noStoppedSeconds: false,
	});

	const samples = useSampleItems(service);

	const { itemsOf, itemsOfModels, itemsOfFailedModels, itemsOfRichModels, itemsOfResults } =
		samples;

	const { createTask, createRunningTask, createEndedTask } = samples;

	const itemsByWaitMode = useWaitModeSamples(service);

	const QUEUED = { queuingMs: 600_000, queueCount: 3, notFoundMs: 0 };

	/** Parameters of the operations that need them; together their items have all possible fields. */
	const SAMPLES: Readonly<Record<string, () => Promise<readonly IDataObject[]>>> = {
		'app/checkInputs': async () => {
			await itemsOf(runForm({ [GRAY_POINT]: 20 }, {}, LEVELS_APP));
			const form = { [PICTURE]: 'data', [GRAY_POINT]: 999 };
			const items = [{ json: {}, binary: { data: await photo(service) } }];
			const ofForm = await itemsOf(checkOf(runForm(form, {}, LEVELS_APP)), items);
			const inputs = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;
			const fields = [{ json: { 'Gray Point': 20, row: 2 } }];
			return [...ofForm, ...(await itemsOf(checkOf(runForm({}, { inputs }, LEVELS_APP)), fields))];
		},
		'app/get': async () => {
			await itemsOf(runForm({}, {}, ALL_FIELD_TYPES_APP));
			return itemsOf(getApp(ALL_FIELD_TYPES_APP));
		},
		'app/run': async () => {
			const items: IDataObject[] = [...(await itemsOf(runForm({}, {}, PORTRAIT_APP)))];
			for (const mode of ['poll', 'keepOpen', 'none', 'callback', 'pause'] as const)
				items.push(...(await itemsByWaitMode[mode]()));
			return items;
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
			const [failed] = await itemsOfFailedModels();
			const { request_id: ofFailed } = failed?.['details'] as IDataObject;
			const ids = [...ended.map(({ request_id }) => request_id), ofFailed].map(String);
			const items = (await Promise.all(ids.map((id) => itemsOf(getModelTask(id))))).flat();
			const [first = ''] = ids;
			const perFile = getModelTask(first, { oneItemPerFile: true });
			return [
				...items,
				...(await itemsOf(perFile)),
				...(await itemsOfRichModels(getModelTask(first))),
			];
		},
		'model/run': async () => [
			...(await itemsOfModels({ oneItemPerFile: true })),
			...(await itemsOfRichModels(runModel())),
			...(await itemsOfFailedModels()),
		],
		'task/cancel': async () => itemsOf(onTask('cancel', await createTask({ queuingMs: 60_000 }))),
		'task/getOutputs': async () => [
			...(await itemsOfResults('getOutputs')),
			...(await itemsOf(onTask('getOutputs', await createTask(QUEUED)))),
		],
		'task/getStatus': async () => [
			...(await itemsOf(onTask('getStatus', await createTask(QUEUED)))),
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
		'task/wait': async () => [
			...(await itemsOfResults('wait')),
			...(await itemsOf(
				onTask('wait', await createTask(QUEUED), {
					options: { onTimeout: 'return', maxWaitMinutes: 0.1 },
				}),
			)),
		],
	};

	/** Fields below these have the names that an app's author gave to its inputs. */
	function withoutKeysOfApps(json: IDataObject): IDataObject {
		const named = ['seeds', 'input_template', 'input_values'].filter((field) => json[field]);
		return { ...json, ...Object.fromEntries(named.map((field) => [field, {}])) };
	}

	function getModelTask(requestId: string, options: Parameters = {}): Parameters {
		return { resource: 'model', operation: 'getTask', requestId, simplify: true, options };
	}

	function getApp(appId: number): Parameters {
		const locator = { __rl: true, mode: 'id', value: String(appId) };
		return { resource: 'app', operation: 'get', appId: locator, simplify: true };
	}

	test.each(operationsOfNode())('the schema of %s describes its items', async (path) => {
		const [resource = '', operation = ''] = path.split('/');
		const items = await (SAMPLES[path] ?? (() => itemsOf({ resource, operation })))();
		const schema: OutputSchema = { ...schemaOf(items.map(withoutKeysOfApps)), version: 1 };

		const text = `${JSON.stringify(schema, undefined, '\t')}\n`;
		expect(text).toMatchFile(`${FOLDER}/${path}.json`);
	});

	test('App: Run has samples of every wait mode', () => {
		const values = (waitMode.options ?? []).map((option) => 'value' in option && option.value);

		expect(Object.keys(itemsByWaitMode).sort()).toEqual(values.sort());
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

	describe('the trigger', () => {
		/** The path at which n8n expects the schema of a node without resource and operation (2.41). */
		const PATH = 'nodes/AiApp/__schema__/v1.0.0.json';

		const service = useService({
			noEndedAt: false,
			noInferenceSeconds: false,
			noRequestId: false,
			noAuditStatus: false,
		});
		const listen = useTriggers(service);

		const PLANS = [
			{ outputs: 'partial' },
			{ outcome: 'Failed', errorMessage: 'Too long' },
		] as const;

		/** Items of callbacks that the service sends by itself. */
		async function itemsOf(resultSource: string): Promise<IDataObject[]> {
			const host = await listen({ parameters: { resultSource } });
			for (const plan of PLANS) {
				service.emulator.plan(plan, { times: 1 });
				const more = { waitMode: 'callback', callbackUrl: host.url };
				await service.run({ parameters: runForm({}, more) });
			}
			await service.time.sleep(10_000);
			await until(() => host.started.length === PLANS.length);
			// Callbacks of two tasks arrive in any order.
			return [...host.started].sort((one) => (one['status'] === 'Success' ? -1 : 1));
		}

		test('the schema of the trigger describes its items, wherever their results come from', async () => {
			const items = [...(await itemsOf('service')), ...(await itemsOf('callback'))];
			const statuses = items.map(({ status }) => status).sort();
			expect(statuses).toEqual(['Failed', 'Failed', 'Success', 'Success']);
			const schema: OutputSchema = { ...schemaOf(items), version: 1 };

			expect(`${JSON.stringify(schema, undefined, '\t')}\n`).toMatchFile(PATH);
		});
	});
});

describe('the schemas that n8n gets', () => {
	/** docs/reference.md describes the fields of items, and the schemas that n8n shows contain them. */

	const reference = readFileSync('docs/reference.md', 'utf8');

	const TASK = ['Task fields', 'Failed items'];

	const STOPPED = ['Stopped tasks'];

	/** The table that both operations share. */
	const MODEL = ['Model: Get Task'];

	/** Fields that items of Model: Run don't have. */
	const NOT_OF_RUN = [
		...['details.app_id', 'details.billed_seconds', 'details.variation'],
		'error_message',
	];

	/** The sections with the fields of an operation. Accounts have the service's own fields. */
	const SECTIONS: Readonly<Record<string, readonly string[]>> = {
		'v1.0.0': [...TASK, 'AI App Trigger'],
		'v1.0.0/app/checkInputs': ['App: Check Inputs', 'App: Get'],
		'v1.0.0/app/get': ['App: Get'],
		'v1.0.0/app/run': TASK,
		'v1.0.0/file/upload': ['File: Upload'],
		'v1.0.0/model/getTask': MODEL,
		'v1.0.0/model/run': [...MODEL, 'Failed items'],
		'v1.0.0/task/cancel': STOPPED,
		'v1.0.0/task/getOutputs': TASK,
		'v1.0.0/task/getStatus': TASK,
		'v1.0.0/task/interrupt': STOPPED,
		'v1.0.0/task/stop': STOPPED,
		'v1.0.0/task/wait': TASK,
	};

	it.each(Object.entries(SECTIONS))('the fields of %s are described', (file, sections) => {
		const described = new Set(sections.flatMap(fieldsOfSection).map(({ path }) => path));
		const text = sections.map(textOfSection).join('\n');

		const missing = pathsIn(schemaOf(file)).filter(
			(path) => !described.has(path) && !text.includes(`\`${path}\``),
		);
		expect(missing).toEqual([]);
	});

	it.each([
		['app/run', TASK, [], 30],
		['model/getTask', MODEL, [], 13],
		['model/run', [...MODEL, 'Failed items'], NOT_OF_RUN, 19],
	])(
		'the fields that are described for the items of %s are in its schema',
		(file, sections, not, most) => {
			const paths = new Set(pathsIn(schemaOf(`v1.0.0/${file}`)));
			const described = sections
				.flatMap(fieldsOfSection)
				.filter(({ path, row }) => !row.includes('AI tool only') && !not.includes(path));

			expect(described.length).toBeGreaterThanOrEqual(most);
			expect(described.map(({ path }) => path).filter((path) => !paths.has(path))).toEqual([]);
		},
	);

	function schemaOf(file: string): OutputSchema {
		return JSON.parse(readFileSync(`nodes/AiApp/__schema__/${file}.json`, 'utf8')) as OutputSchema;
	}

	/** The fields with values; `file` has those of an output. */
	function pathsIn({ properties = {} }: OutputSchema): string[] {
		return Object.entries(properties).flatMap(([name, member]) => {
			const inside = pathsIn(member.items ?? member);
			if (inside.length === 0 || name === 'file') return [name];
			return inside.map((path) => `${name}.${path}`);
		});
	}

	function textOfSection(heading: string): string {
		const [, after = ''] = reference.split(new RegExp(`^#+ ${heading}$`, 'm'));
		return after.split(/^#+ /m)[0] ?? '';
	}

	/** What the first cells of the section's tables name, without the signs for lists. */
	function fieldsOfSection(heading: string) {
		const rows = textOfSection(heading)
			.split('\n')
			.filter((row) => row.startsWith('| `'));
		const fields = rows.flatMap((row) => {
			const [, cell = ''] = row.split('|');
			const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
			return names.map((name) => ({ path: name.replaceAll('[]', ''), row }));
		});
		return fields.filter(({ path }) => !fields.some((other) => other.path.startsWith(`${path}.`)));
	}
});
