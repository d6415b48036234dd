import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

async function run(plan: Partial<TaskPlan>) {
	service.emulator.plan(plan);
	return (await createWork(service).run()).result;
}

it('a task that succeeds returns its outputs', async () => {
	const result = await run({ outputs: 'good' });

	expect(result).toMatchObject({ appId: 54663, task: { status: 'Success' } });
	expect(result.requestId).toBe(service.emulator.tasks()[0]?.requestId);
	expect(result.outputs).toMatchObject([{ ok: true, mimeType: 'image/png' }]);
	expect(result.outputs[0]?.url).toContain(`${service.emulator.storageUrl}/outputs/`);
});

it('a task with some usable outputs succeeds, and the unusable ones are marked', async () => {
	const result = await run({ outputs: 'partial' });

	expect(result.outputs.map(({ ok, rejected }) => ({ ok, rejected }))).toEqual([
		{ ok: true, rejected: false },
		{ ok: false, rejected: true },
	]);
});

describe('a task without usable outputs', () => {
	it.each([
		['content_rejected', { outputs: 'rejected' }, /content check/],
		['output_failed', { outputs: 'error', errorMessage: 'out of memory' }, /out of memory/],
		['empty_output', { outputs: 'none' }, /without any output/],
		['failed', { outcome: 'Failed', errorMessage: '任务执行失败' }, /任务执行失败/],
		[
			'content_rejected',
			{ outcome: 'Failed', errorMessage: 'NSFW detected' },
			/content check.*NSFW/,
		],
	] as const)('fails with kind %s', async (kind, plan, words) => {
		const error = await errorOf(() => run(plan));

		const requestId = service.emulator.tasks()[0]?.requestId;
		expect(error.kind).toBe(kind);
		expect(error.message).toMatch(words);
		expect(error.message).toContain(requestId);
		expect(error.details).toMatchObject({ requestId, appId: 54663 });
		expect(error.details.status).toBe('outcome' in plan ? 'Failed' : 'Success');
	});
});

describe('an empty list of outputs', () => {
	it('is read twice more, because it may lag behind the status', async () => {
		const error = await errorOf(() => run({ outputs: 'none' }));

		expect(error.kind).toBe('empty_output');
		expect(service.requests('outputs')).toHaveLength(3);
	});

	it.each([500, 2_000, 4_000])(
		'is read again until it is filled, %d ms after the end',
		async (outputsLateMs) => {
			expect((await run({ outputs: 'late', outputsLateMs })).outputs).toHaveLength(1);
		},
	);

	it('may also be a 404 for a moment', async () => {
		const effect = { type: 'refuse', code: 30046 } as const;
		service.emulator.addFault({ on: 'outputs', effect, times: 2 });

		expect((await run({})).outputs).toHaveLength(1);
	});

	it('that is never found is reported with the request ID', async () => {
		const effect = { type: 'refuse', code: 30046 } as const;
		service.emulator.addFault({ on: 'outputs', effect, times: Infinity });

		const error = await errorOf(() => run({}));

		const requestId = service.emulator.tasks()[0]?.requestId;
		expect(error).toMatchObject({
			kind: 'task_not_found',
			details: { requestId, status: 'Success' },
		});
		expect(service.requests('outputs')).toHaveLength(3);
	});

	it('of a task with status Canceled is not requested', async () => {
		const canceling = async () => {
			await service.time.sleep(5_000);
			await service.client.tasks.cancel(service.emulator.tasks()[0]?.requestId ?? '');
		};

		await Promise.all([errorOf(() => run({ queuingMs: 60_000 })), canceling()]);

		expect(service.requests('outputs')).toHaveLength(0);
	});
});

it.each([
	['a reset', { type: 'reset', when: 'before' }],
	['503', { type: 'answer', status: 503 }],
	['a page', { type: 'html', status: 200 }],
	['half of an answer', { type: 'truncate' }],
] as [string, FaultEffect][])('reading the outputs is retried after %s', async (_, effect) => {
	service.emulator.addFault({ on: 'outputs', effect, times: 2 });

	expect((await run({})).outputs).toHaveLength(1);
});

it("the request ID is in the message if outputs can't be read, and no second task is created", async () => {
	service.emulator.addFault({
		on: 'outputs',
		effect: { type: 'answer', status: 503 },
		times: 4,
	});
	const work = createWork(service);

	const error = await errorOf(() => work.run());
	const { result } = await work.run();

	const requestId = service.emulator.tasks()[0]?.requestId;
	expect(error.details.requestId).toBe(requestId);
	expect(result).toMatchObject({ requestId, outputs: [{ ok: true }] });
	expect(service.requests('create')).toHaveLength(1);
});

describe('a retry after a task', () => {
	it.each([
		['failed', { outcome: 'Failed' }, 2],
		['had its outputs rejected', { outputs: 'rejected' }, 2],
		['had no usable output', { outputs: 'error' }, 2],
		['had no output yet', { outputs: 'none' }, 1],
	] as const)('creates as many tasks as it should if it %s: %j', async (_, plan, creates) => {
		service.emulator.plan(plan);
		const work = createWork(service);

		await errorOf(() => work.run());
		await errorOf(() => work.run());

		expect(service.requests('create')).toHaveLength(creates);
	});
});
