import type { IDataObject } from 'n8n-workflow';
import { PROFILES } from '../../../emulator/settings/quirks.mts';
import runSchema from '../../../nodes/AiApp/__schema__/v1.0.0/app/run.json';
import { bytesOf } from '../binaryStore.mts';
import { photo } from '../photo.mts';
import { PICTURE_APP, PROMPT, runForm, useService, onTask } from '../service.mts';
import { cat, createTask, include, jsonOf, PORTRAIT_APP } from './inputFieldsRuns.mts';

const service = useService();

describe('results', () => {
	it('returns the finished image as binary data', async () => {
		const { outputs, error } = await service.run({
			parameters: runForm(
				{
					[PROMPT]: 'a red cat',
					'28:EmptyLatentImage.width': 320,
					'28:EmptyLatentImage.height': 200,
				},
				{ downloadFiles: true },
			),
		});

		expect(error).toBeUndefined();
		const [item] = outputs[0] ?? [];
		const requestId = service.emulator.tasks()[0]?.requestId;
		expect(item?.json).toMatchObject({ request_id: requestId, app_id: 54663, status: 'Success' });
		expect(item?.binary?.data).toMatchObject({
			fileName: `${requestId}_1.png`,
			mimeType: 'image/png',
		});
		expect(pngSize(await bytesOf(item?.binary?.data))).toEqual([320, 200]);
	});

	/** Width and height from the header of a PNG. */
	function pngSize(bytes: Buffer): number[] {
		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
		return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	}

	const PORTRAIT_APP = 54716;

	/** How many images the portrait app creates. */
	const BATCH_SIZE = '21:EmptyLatentImage.batch_size';

	const portraits = (count: number, more = {}) =>
		runForm({ [BATCH_SIZE]: count }, { downloadFiles: true, ...more }, PORTRAIT_APP);

	describe('the output of a run', () => {
		it('is one item for each task, with all its files', async () => {
			const { outputs } = await service.run({ parameters: portraits(3) });

			const [item, ...others] = outputs[0] ?? [];
			expect(others).toEqual([]);
			expect(item?.json.outputs).toHaveLength(3);
			expect(Object.keys(item?.binary ?? {})).toEqual(['data', 'data_1', 'data_2']);
			expect(item?.pairedItem).toEqual({ item: 0 });
		});

		it('begins with what workflows use most: the status and the URL', async () => {
			const { outputs } = await service.run({ parameters: portraits(1) });

			const names = Object.keys(outputs[0]?.[0]?.json ?? {});
			expect(names.slice(0, 3)).toEqual(['status', 'url', 'request_id']);
		});

		it('is one item for each file when split', async () => {
			const { outputs } = await service.run({
				parameters: portraits(3, { options: { oneItemPerFile: true } }),
			});

			const items = outputs[0] ?? [];
			expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([
				['data'],
				['data'],
				['data'],
			]);
			const names = items.map(({ binary }) => binary?.data?.fileName);
			expect(new Set(names).size).toBe(3);
			expect(items.map(({ json }) => (json.file as { file_name: string }).file_name)).toEqual(
				names,
			);
			const urls = items.map(({ json }) => (json.file as { url: string }).url);
			expect(items.map(({ json }) => json.url)).toEqual(urls);
			expect(new Set(urls).size).toBe(3);
		});

		it('marks unusable outputs of a partial success and leaves out their files', async () => {
			service.emulator.plan({ outputs: 'partial' });

			const { outputs } = await service.run({ parameters: portraits(2) });

			expect(outputs[0]?.[0]?.json.outputs).toMatchObject([{ ok: true }, { ok: false }]);
			expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
		});

		it.each([
			['has files that wait for the content check', { auditStatus: 1 }],
			['waits for outputs that are late', { outputs: 'late', outputsLateMs: 2_500 }],
		] as const)('%s', async (_, plan) => {
			service.emulator.plan(plan);

			const { outputs } = await service.run({ parameters: portraits(2) });

			expect(outputs[0]?.[0]?.json.outputs).toMatchObject([{ ok: true }, { ok: true }]);
		});
	});

	it('items are processed at the same time and returned in input order', async () => {
		[9_000, 1_000, 5_000].forEach((runningMs) =>
			service.emulator.plan({ runningMs }, { times: 1 }),
		);
		const begun = service.time.now();

		const { outputs } = await service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
			items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
		});

		const byPrompt = new Map(
			service.emulator.tasks().map((task) => [task.inputValues[PROMPT], task.requestId]),
		);
		expect(outputs[0]?.map(({ json }) => json.request_id)).toEqual(
			['a', 'b', 'c'].map((prompt) => byPrompt.get(prompt)),
		);
		expect(service.time.now() - begun).toBeLessThan(13_000);
	});

	it('Random for Each Item generates seeds and returns them', async () => {
		const { outputs } = await service.run({
			parameters: runForm({ '30:Seed (rgthree).seed': 7 }, { options: { seedMode: 'random' } }),
			items: [{ json: {} }, { json: {} }],
		});

		const sent = service.emulator
			.tasks()
			.map(({ inputValues }) => inputValues['30:Seed (rgthree).seed']);
		expect(new Set([7, ...sent]).size).toBe(3);
		const returned = outputs[0]?.map(({ json }) => Object.values(json.seeds ?? {})[0]);
		expect([...(returned ?? [])].sort()).toEqual([...sent].sort());
	});

	it('Return Immediately returns the request ID at once', async () => {
		const { outputs } = await service.run({ parameters: runForm({}, { waitMode: 'none' }) });

		const [task] = service.emulator.tasks();
		expect(outputs[0]?.[0]?.json).toEqual({
			request_id: task?.requestId,
			app_id: 54663,
			app_name: 'Picture from Text',
		});
		expect(service.emulator.requests().map(({ operation }) => operation)).toEqual([
			'detail',
			'create',
		]);
	});

	describe('a service with every field of the specification', () => {
		const complete = useService(PROFILES.none.quirks);

		it.each(['poll', 'keepOpen'])(
			'gives items with the complete records if Simplify is off (%s)',
			async (waitMode) => {
				const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode, simplify: false });
				const { outputs } = await complete.run({ parameters });

				const { emulator } = complete;
				const { requestId } = emulator.tasks()[0]!;
				const url = `${emulator.apiUrl}/v1/webapp/task/openapi/${requestId}`;
				const headers = { Authorization: `Bearer ${emulator.apiKey}` };
				const [status, results] = await Promise.all(
					[url, `${url}/outputs`].map(async (address) => {
						const answer = await fetch(address, { headers });
						return ((await answer.json()) as { data: object }).data;
					}),
				);
				expect(outputs[0]?.[0]?.json).toEqual({ app_id: PICTURE_APP, ...status, ...results });
			},
		);
	});
});

describe('with Include Input Fields', () => {
	it.each(['poll', 'keepOpen', 'none', 'callback'])(
		'App: Run in mode %s adds them',
		async (mode) => {
			const more = { waitMode: mode, callbackUrl: 'https://n8n.example.com/webhook/a' };
			const [json] = await jsonOf(service, cat(more), { sku: 'A-1', tags: ['red'] });

			expect(json).toMatchObject({ sku: 'A-1', tags: ['red'], app_id: PICTURE_APP });
			expect(json?.request_id).toBe(service.emulator.tasks()[0]?.requestId);
		},
	);

	it.each(['getOutputs', 'wait'])('Task: %s adds them', async (operation) => {
		const requestId = await createTask(service);
		await service.time.sleep(60_000);

		const [json] = await jsonOf(service, onTask(operation, requestId, include), { sku: 'A-1' });

		expect(json).toMatchObject({ sku: 'A-1', request_id: requestId, status: 'Success' });
	});

	it('the current status after Max Wait Time contains them', async () => {
		service.emulator.plan({ queuingMs: 600_000 });
		const waits = { onTimeout: 'return', maxWaitMinutes: 1, ...include.options };

		const [json] = await jsonOf(service, cat({ options: waits }), {
			sku: 'A-1',
			url: 'https://shop.example/1',
		});

		expect(json).toMatchObject({ sku: 'A-1', status: 'Queuing' });
		expect(json).not.toHaveProperty('url');
	});

	it('each item of Return One Item per File gets them', async () => {
		const options = { ...include.options, oneItemPerFile: true };
		const parameters = runForm({ '21:EmptyLatentImage.batch_size': 2 }, { options }, PORTRAIT_APP);

		const items = await jsonOf(service, parameters, { sku: 'A-1', file: 'mine', tags: ['red'] });

		expect(items).toMatchObject([
			{ sku: 'A-1', file: { ok: true } },
			{ sku: 'A-1', file: { ok: true } },
		]);
		const [one, other] = items.map(({ tags }) => tags);
		expect(one).toEqual(['red']);
		expect(one).not.toBe(other);
	});
});

describe('a failed item', () => {
	it('has them', async () => {
		service.emulator.plan({ outcome: 'Failed' });

		const [json] = await jsonOf(
			service,
			cat(),
			{ sku: 'A-1', url: 'mine', details: 'mine' },
			{ settings: { onError: 'continueRegularOutput' } },
		);

		expect(Object.keys(json ?? {}).sort()).toEqual(['details', 'error', 'sku']);
		expect(json?.details).toMatchObject({ kind: 'failed' });
	});

	it('still goes to the error output', async () => {
		service.emulator.plan({ outcome: 'Failed' });

		const { outputs } = await service.run({
			parameters: cat(),
			items: [{ json: { sku: 'A-1' } }],
			settings: { onError: 'continueErrorOutput' },
		});

		expect(outputs[0]).toEqual([]);
		expect(outputs[1]?.[0]?.json).toMatchObject({ details: { kind: 'failed' } });
	});
});

describe('they are never in other items', () => {
	it.each(['poll', 'none'])('the response to an agent has none in mode %s', async (waitMode) => {
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const [json] = await jsonOf(service, cat({ waitMode }), { sku: 'A-1' }, { settings });

		expect(json).not.toHaveProperty('sku');
	});
});

describe('fields of the result', () => {
	const TAKEN = Object.fromEntries(
		Object.keys(runSchema.properties)
			.filter((name) => name !== 'error' && name !== 'details')
			.map((name) => [name, 'mine']),
	);

	it.each([
		['a created task', { waitMode: 'none' }],
		['a finished task', {}],
		['a finished task as sent', { simplify: false }],
	])('are never those of the input: %s', async (_, more) => {
		const [mixed] = await jsonOf(service, cat(more), { sku: 'A-1', ...TAKEN });
		const [bare] = await jsonOf(service, cat({ ...more, options: {} }), {});

		const names = Object.keys(bare ?? {});
		expect(Object.keys(mixed ?? {}).sort()).toEqual(['sku', ...names].sort());
		expect(Object.values(mixed ?? {})).not.toContain('mine');
	});

	it('replace those of the same name in a record as sent', async () => {
		const input = { sku: 'A-1', type: 'mine', cost_times: 'mine' };

		const [json] = await jsonOf(service, cat({ simplify: false }), input);

		expect(json).toMatchObject({ sku: 'A-1', type: 'API', cost_times: { total_cost_time: 1500 } });
	});

	it('keep the app of the same task, which Task operations do not know', async () => {
		const requestId = await createTask(service);
		const run = { app_id: PORTRAIT_APP, app_name: 'Portrait', seeds: { a: 1 } };
		const parameters = onTask('wait', '={{ $json.id }}', include);

		const [same] = await jsonOf(service, parameters, {
			id: requestId,
			request_id: requestId,
			...run,
		});
		const [other] = await jsonOf(service, parameters, { id: requestId, request_id: 'r-2', ...run });

		expect(same).toMatchObject({ request_id: requestId, ...run });
		expect(Object.keys(other ?? {})).not.toEqual(expect.arrayContaining(['app_id']));
		expect(other).not.toHaveProperty('seeds');
	});
});

describe('hostile and awkward fields', () => {
	it('__proto__ is left out', async () => {
		const input = JSON.parse('{"sku":"A-1","__proto__":{"polluted":true}}') as IDataObject;

		const [json] = await jsonOf(service, cat({ waitMode: 'none' }), input);

		expect(Object.keys(json ?? {})).not.toContain('__proto__');
		expect(json?.polluted).toBeUndefined();
		expect(json?.sku).toBe('A-1');
	});

	it('an item that is nested too deep to be copied fails before anything is paid', async () => {
		const depth = 100_000;
		const tree = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as IDataObject;

		const { error } = await service.run({ parameters: cat(), items: [{ json: { tree } }] });

		expect(error?.message).toContain("can't be copied");
		expect(service.creates()).toBe(0);
	});

	it('the input item stays as it is', async () => {
		const input = { sku: 'A-1', url: 'mine', tags: ['red'] };

		const [json] = await jsonOf(service, cat(), input);
		(json?.tags as string[]).push('blue');

		expect(input).toEqual({ sku: 'A-1', url: 'mine', tags: ['red'] });
	});

	it('an earlier failure is left out, because n8n would run the node again', async () => {
		const requestId = await createTask(service);
		const input = { sku: 'A-1', error: 'It timed out', details: { request_id: requestId } };
		const parameters = onTask('wait', '={{ $json.details.request_id }}', include);
		const settings = { retryOnFail: true, maxTries: 2, onError: 'continueRegularOutput' } as const;

		const [json] = await jsonOf(service, parameters, input, { settings });

		expect(json).toMatchObject({ sku: 'A-1', status: 'Success' });
		expect(json).not.toHaveProperty('error');
		expect(json).not.toHaveProperty('details');
	});

	it('a field details of the user is kept', async () => {
		const [json] = await jsonOf(service, cat(), { details: 'red' });

		expect(json?.details).toBe('red');
	});

	it('files are left out, also if n8n keeps them in JSON', async () => {
		const binary = { mine: await photo(service) };
		const parameters = cat({ downloadFiles: true });
		const combined = { workflowSettings: { binaryMode: 'combined' } } as const;

		const separate = await service.run({ parameters, items: [{ json: { sku: 'A-1' }, binary }] });
		const [json] = await jsonOf(
			service,
			parameters,
			{ sku: 'A-1', _files: { ...binary } },
			combined,
		);
		const [odd] = await jsonOf(service, parameters, { sku: 'A-1', _files: 'text' }, combined);

		expect(Object.keys(separate.outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
		expect(Object.keys(json?._files ?? {})).toEqual(['data']);
		expect(odd).toMatchObject({ sku: 'A-1', status: 'Success' });
	});
});
