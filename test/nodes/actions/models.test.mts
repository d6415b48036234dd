import type { FaultEffect } from '../../../emulator/index.mts';
import { retryOf } from '../engine.mts';
import { FREE } from '../moneySentences.mts';
import { runModel, useService } from '../service.mts';

const service = useService();

const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;
const creates = () => service.emulator.requests().filter(({ operation }) => operation === 'model');
const tasks = () => service.emulator.modelTasks();
const FAILED = { outcome: 'Failed', errorMessage: 'Out of memory' } as const;

describe('Model: Run', () => {
	it('waits for the result and returns its outputs', async () => {
		const ended = await service.run({ parameters: runModel() });

		expect(ended.error).toBeUndefined();
		expect(json(ended)).toMatchObject({
			request_id: tasks()[0]?.requestId,
			status: 'Success',
			outputs: [{ url: expect.stringContaining('/outputs/'), ok: true }],
			duration_ms: 1500,
		});
	});

	it('sends the path encoded and the parameters unchanged', async () => {
		const text = '{"prompt": "中文", "seed": 7}';

		await service.run({
			parameters: runModel({
				modelPath: ' /sample-painter/text-to-image/ ',
				modelParameters: text,
				waitMode: 'none',
			}),
		});

		expect(creates()).toMatchObject([
			{
				path: '/v1/modelzoo/tasks/openapi/sample-painter/text-to-image',
				body: JSON.parse(text) as object,
			},
		]);
	});

	it.each([
		['maker/model@v2', 'maker/model%40v2'],
		['maker/a+b,c=d', 'maker/a%2Bb%2Cc%3Dd'],
		['制作/模型', '%E5%88%B6%E4%BD%9C/%E6%A8%A1%E5%9E%8B'],
	])('encodes the path %s once', async (path, encoded) => {
		const { error } = await service.run({ parameters: runModel({ modelPath: path }) });

		expect(creates().map((sent) => sent.path)).toEqual([`/v1/modelzoo/tasks/openapi/${encoded}`]);
		// The emulator has no such model.
		expect(error?.message).toBe(`The service has no model "${path}" (HTTP 404)`);
		expect(error?.description).toContain("Check 'Model Path'");
		expect(error?.description).toContain(FREE);
	});

	it('names the parameters if the service refuses one', async () => {
		const { error } = await service.run({ parameters: runModel({ modelParameters: '{}' }) });

		expect(error?.description).toContain("Check 'Parameters (JSON)'");
		expect(error?.description).toContain(FREE);
	});

	it('Return Immediately returns the request ID at once', async () => {
		const ended = await service.run({ parameters: runModel({ waitMode: 'none' }) });

		expect(json(ended)).toEqual({ request_id: tasks()[0]?.requestId });
		expect(service.emulator.requests()).toHaveLength(1);
	});

	it.each([
		['that leads elsewhere', { modelPath: 'maker/../../webapp' }, "isn't a model path"],
		['and no JSON', { modelParameters: '{"prompt": ' }, "isn't a JSON object"],
		['and JSON that is a list', { modelParameters: '[1]' }, "isn't a JSON object"],
		['and an unknown wait mode', { waitMode: 'completion' }, "'Wait Mode' has no option"],
	])('rejects a path %s, and nothing is sent', async (_, more, message) => {
		const { error } = await service.run({ parameters: runModel(more) });

		expect(error?.message).toContain(message);
		expect(service.emulator.requests()).toEqual([]);
	});

	it('after Max Wait Time the message names the task, which keeps running, and a retry attaches to it', async () => {
		service.emulator.plan({ runningMs: 90_000 });

		const first = await service.run({ parameters: runModel({ options: { maxWaitMinutes: 1 } }) });
		const [task] = tasks();
		expect(first.error?.message).toContain(
			`within 60 seconds (request ID ${task?.requestId}, last status: Running`,
		);
		expect(first.error?.description).toContain('Model: Get Task');

		const retried = await service.run({
			parameters: runModel({ options: { maxWaitMinutes: 1 } }),
			settings: { retryOnFail: true, maxTries: 2 },
		});
		expect(json(retried)).toMatchObject({ status: 'Success' });
		expect(tasks()).toHaveLength(2);
	});

	it('after Max Wait Time the description says why the last status check failed', async () => {
		service.emulator.plan({ runningMs: 90_000 });
		const effect = { type: 'html', status: 502 } as const;
		service.emulator.addFault({ on: 'modelStatus', skip: 5, times: Infinity, effect });

		const parameters = runModel({ options: { maxWaitMinutes: 1 } });
		const { error } = await service.run({ parameters });

		expect(error?.description).toMatch(/The last status check failed: .*502/);
	});

	it('a retry creates another task if the one of the try before has failed since', async () => {
		service.emulator.plan({ ...FAILED, runningMs: 90_000 }, { times: 1 });
		const parameters = runModel({ options: { maxWaitMinutes: 1 } });
		const first = await service.run({ parameters });
		await service.time.sleep(60_000);

		const earlier = retryOf(first);
		const retried = await service.run({ parameters, earlier, executionId: '2' });

		expect(json(retried)).toMatchObject({ status: 'Success' });
		expect(tasks()).toHaveLength(2);
	});

	it('a stopped execution says that the task may keep running, and how to get its result', async () => {
		service.emulator.plan({ runningMs: 90_000 });

		const { error } = await service.run({
			parameters: runModel(),
			onStart: (stop) => service.time.after(5_000, stop),
		});

		expect(error?.message).toContain(tasks()[0]?.requestId);
		expect(error?.message).toContain('may still be running (last status: Running)');
		expect(error?.description).toContain("Model tasks can't be stopped. Get the result later");
	});

	it.each<[string, object, FaultEffect | undefined, number, number]>([
		['sends another create after a task that failed', FAILED, undefined, 2, 2],
		['sends a create again if the service was full', {}, { type: 'refuse', code: 30040 }, 2, 1],
	])('%s', async (_, plan, effect, sent, created) => {
		service.emulator.plan(plan, { times: 1 });
		if (effect) service.emulator.addFault({ on: 'model', effect });

		const settings = { retryOnFail: true, maxTries: 2 };
		const ended = await service.run({ parameters: runModel(), settings });

		expect(json(ended)).toMatchObject({ status: 'Success' });
		expect(creates()).toHaveLength(sent);
		expect(tasks()).toHaveLength(created);
	});
});

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

	it('finds a task that was created a moment ago', async () => {
		const id = await createTask();

		expect(json(await getTask(id))).toMatchObject({ request_id: id, outputs: [] });
	});

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
			cost_times: { inference_duration: 1500 },
		});
	});
});
