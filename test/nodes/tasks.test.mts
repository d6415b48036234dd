import { bytesOf } from './binaryStore.mts';
import { onTask, runForm, useService } from './service.mts';

const service = useService();

describe('a task by its request ID', () => {
	async function createTask(): Promise<string> {
		const { outputs } = await service.run({ parameters: runForm({}, { waitMode: 'none' }) });
		return String(outputs[0]?.[0]?.json.request_id);
	}

	it('Get Status returns any status without failing the item', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });
		const id = await createTask();
		await service.time.sleep(60_000);

		const { outputs } = await service.run({ parameters: onTask('getStatus', id) });

		expect(outputs[0]?.[0]?.json).toMatchObject({
			request_id: id,
			status: 'Failed',
			error_message: 'Out of memory',
		});
	});

	it('Get Outputs of an unfinished task returns none, with its status', async () => {
		service.emulator.plan({ queuingMs: 60_000 });
		const id = await createTask();
		await service.time.sleep(5_000);

		const { outputs } = await service.run({
			parameters: onTask('getOutputs', id, { downloadFiles: true }),
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({ request_id: id, status: 'Queuing', outputs: [] });
	});

	it('Get Outputs fetches the files of a finished one', async () => {
		const id = await createTask();
		await service.time.sleep(60_000);

		const { outputs } = await service.run({
			parameters: onTask('getOutputs', '={{ $json.request_id ?? $json.details?.request_id }}', {
				downloadFiles: true,
				outputField: 'picture',
			}),
			items: [{ json: { error: 'x', details: { request_id: id } } }],
		});

		const file = outputs[0]?.[0]?.binary?.picture;
		expect(file?.fileName).toBe(`${id}_1.png`);
		expect((await bytesOf(file)).length).toBeGreaterThan(1_000);
	});

	it('an invalid ID is rejected', async () => {
		const { error } = await service.run({
			parameters: onTask('getStatus', '={{ $json.request_id }}'),
		});

		expect(error?.message).toBe("'Request ID' is empty");
	});
});

it('App: Get returns the inputs of an app', async () => {
	const { outputs } = await service.run({
		parameters: {
			resource: 'app',
			operation: 'get',
			appId: { __rl: true, mode: 'id', value: '54663' },
			simplify: true,
		},
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({ app_id: 54663, name: 'Picture from Text' });
	expect(outputs[0]?.[0]?.json.inputs).toContainEqual({
		name: '3:KSampler.steps',
		label: 'Steps',
		type: 'number',
		default: 9,
		min: 1,
		max: 50,
	});
});
