import { runModel, useService } from './service.mts';

const service = useService();

const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

function getTask(requestId: string, more = {}) {
	const parameters = { resource: 'model', operation: 'getTask', requestId, simplify: true };
	return service.run({ parameters: { ...parameters, ...more } });
}

describe('Model: Get Task', () => {
	async function createTask(plan = {}): Promise<string> {
		service.emulator.plan(plan);
		return String(
			json(await service.run({ parameters: runModel({ waitMode: 'none' }) }))?.request_id,
		);
	}

	it.each(['both', 'openapi', 'plain'] as const)(
		'finds the task at either URL: %s',
		async (statusAt) => {
			service.emulator.setUpModels({ statusAt });
			const id = await createTask();
			await service.time.sleep(10_000);

			const item = json(await getTask(id));

			expect(item).toMatchObject({ request_id: id, status: 'Success' });
			expect(item?.outputs).toMatchObject([{ ok: true }]);
		},
	);

	it.each([
		['Running', { queuingMs: 0, preparingMs: 0, runningMs: 90_000 }],
		['Failed', { outcome: 'Failed', errorMessage: 'Out of memory' }],
		['Odd', { queuingMs: 0, preparingMs: 0, runningMs: 90_000, unknownStatus: 'Odd' }],
	])('a task with any status is returned without failing: %s', async (status, plan) => {
		const id = await createTask(plan);
		await service.time.sleep(10_000);

		expect(json(await getTask(id))).toMatchObject({ status, outputs: [] });
	});

	it('returns the complete record if Simplify is off', async () => {
		const id = await createTask();
		await service.time.sleep(10_000);

		expect(json(await getTask(id, { simplify: false }))).toMatchObject({
			cost_times: { inference_duration: 2000 },
		});
	});

	it.each(['both', 'openapi', 'plain'] as const)(
		'an unknown task is reported, with URLs %s',
		async (statusAt) => {
			service.emulator.setUpModels({ statusAt });

			const { error } = await getTask('0f0e0d0c-0000-4000-8000-000000000000');

			expect(error?.message).toContain('The task was not found');
		},
	);
});
