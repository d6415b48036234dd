import { cat, createTask, include, jsonOf, PORTRAIT_APP } from './inputFieldsRuns.mts';
import { onTask, PICTURE_APP, runForm, useService } from './service.mts';

const service = useService();

describe('with Include Input Fields', () => {
	it.each(['poll', 'keepOpen', 'none'])('App: Run in mode %s adds them', async (waitMode) => {
		const [json] = await jsonOf(service, cat({ waitMode }), { sku: 'A-1', tags: ['red'] });

		expect(json).toMatchObject({ sku: 'A-1', tags: ['red'], app_id: PICTURE_APP });
		expect(json?.request_id).toBe(service.emulator.tasks()[0]?.requestId);
	});

	it('Return Immediately and Call URL adds them', async () => {
		const callbackUrl = 'https://n8n.example.com/webhook/a';
		const [json] = await jsonOf(service, cat({ waitMode: 'callback', callbackUrl }), {
			sku: 'A-1',
		});

		expect(json).toMatchObject({ sku: 'A-1', app_id: PICTURE_APP });
	});

	it.each(['getOutputs', 'wait'])('Task: %s adds them', async (operation) => {
		const requestId = await createTask(service);
		await service.time.sleep(60_000);

		const [json] = await jsonOf(service, onTask(operation, requestId, include), { sku: 'A-1' });

		expect(json).toMatchObject({ sku: 'A-1', request_id: requestId, status: 'Success' });
	});

	it('the current status after Max Wait Time contains them', async () => {
		service.emulator.plan({ queuingMs: 600_000 });
		const limits = { onTimeout: 'return', maxWaitMinutes: 1 };

		const [json] = await jsonOf(service, cat({ limits }), {
			sku: 'A-1',
			url: 'https://shop.example/1',
		});

		expect(json).toMatchObject({ sku: 'A-1', status: 'Queuing' });
		expect(json).not.toHaveProperty('url');
	});

	it('each item of Return One Item per File gets them', async () => {
		const outputOptions = { ...include.outputOptions, oneItemPerFile: true };
		const parameters = runForm(
			{ '21:EmptyLatentImage.batch_size': 2 },
			{ outputOptions },
			PORTRAIT_APP,
		);

		const items = await jsonOf(service, parameters, { sku: 'A-1', file: 'mine', tags: ['red'] });

		expect(items).toMatchObject([
			{ sku: 'A-1', file: { ok: true } },
			{ sku: 'A-1', file: { ok: true } },
		]);
		const [one, other] = items.map(({ tags }) => tags);
		expect(one).toEqual(['red']);
		expect(one).not.toBe(other);
	});

	it('they are those of the right item', async () => {
		[9_000, 1_000].forEach((runningMs) => service.emulator.plan({ runningMs }, { times: 1 }));
		const items = ['A-1', 'B-2'].map((sku) => ({ json: { sku } }));

		const { outputs } = await service.run({ parameters: cat(), items });

		expect(outputs[0]?.map(({ json }) => json.sku)).toEqual(['A-1', 'B-2']);
	});
});

describe('they are never in', () => {
	it('a failed item', async () => {
		service.emulator.plan({ outcome: 'Failed' });

		const [json] = await jsonOf(
			service,
			cat(),
			{ sku: 'A-1' },
			{ settings: { onError: 'continueRegularOutput' } },
		);

		expect(Object.keys(json ?? {})).toEqual(['error', 'details']);
	});

	it.each(['poll', 'none'])('the response to an agent in mode %s', async (waitMode) => {
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const [json] = await jsonOf(service, cat({ waitMode }), { sku: 'A-1' }, { settings });

		expect(json).not.toHaveProperty('sku');
	});
});
