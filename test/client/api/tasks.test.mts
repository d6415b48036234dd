import { requestIdIn } from '../../../client/api/requestId';
import type { OpenPlan, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const order = {
	appId: 54663,
	inputValues: { '6:CLIPTextEncode.text': 'a red kite', '3:KSampler.steps': 9 },
	suppressPreviewOutput: false,
};

describe('create', () => {
	it('sends exactly the body and the headers of the specification', async () => {
		const { requestId } = await service.client.tasks.create(order);

		const [request] = service.requests('create');
		expect(request).toMatchObject({ method: 'POST', path: '/v1/webapp/task/openapi/create' });
		expect(request?.body).toEqual({ web_app_id: 54663, input_values: order.inputValues });
		expect(request?.headers).toMatchObject({
			authorization: `Bearer ${service.emulator.apiKey}`,
			'content-type': 'application/json',
			'x-service-task-async': 'enable',
		});
		expect(requestId).toBe(service.emulator.tasks()[0]?.requestId);
	});

	it('sends suppress_preview_output only if it is set', async () => {
		await service.client.tasks.create({ ...order, suppressPreviewOutput: true });

		expect(service.requests('create')[0]?.body).toHaveProperty('suppress_preview_output', true);
	});

	it.each([
		['no id', {}],
		['an empty id', { request_id: '' }],
		['no record', '[]'],
	])('treats a success with %s as unconfirmed', async (_, body) => {
		service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 202, body } });

		const error = await errorOf(() => service.client.tasks.create(order));

		expect(error.kind).toBe('unconfirmed');
	});
});

describe('reads', () => {
	it('the status is found as soon as the service finds the task', async () => {
		const { requestId } = await service.client.tasks.create(order);
		const tooEarly = await errorOf(() => service.client.tasks.status(requestId));
		await service.time.sleep(400);

		expect(tooEarly).toMatchObject({ kind: 'task_not_found', details: { code: '30009' } });
		expect((await service.client.tasks.status(requestId)).status).toBe('Queuing');
	});

	it('outputs are an empty list while the task is unfinished', async () => {
		const { requestId } = await service.client.tasks.create(order);
		await service.time.sleep(400);
		const task = await service.client.tasks.status(requestId);

		const result = await service.client.tasks.result({ requestId, task });

		expect(result.outputs).toEqual([]);
	});

	it('an invalid record is an unexpected response', async () => {
		const body = { code: 20000, data: 'soon' };
		service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } });

		const error = await errorOf(() => service.client.tasks.status('r-1'));

		expect(error.kind).toBe('unexpected_response');
	});
});

it.each([
	['cancel', 'Queuing', 0],
	['interrupt', 'Running', 2_000],
] as const)('%s is a PUT without a body, for a %s task', async (stop, _, age) => {
	const { requestId } = await service.client.tasks.create(order);
	await service.time.sleep(age);
	await service.client.tasks[stop](requestId);

	const [request] = service.requests(stop);
	expect(request).toMatchObject({
		method: 'PUT',
		path: `/v1/webapp/task/openapi/${requestId}/${stop}`,
		headers: { 'content-type': 'application/json' },
		status: 200,
	});
	expect(request?.body).toBeUndefined();
});

describe.each(['cancel', 'interrupt'] as const)('%s is a success', (stop) => {
	it.each([200, 202, 204])('it may have status %d and an empty body', async (status) => {
		service.emulator.addFault({ on: stop, effect: { type: 'answer', status, body: '' } });

		await expect(service.client.tasks[stop]('r-1')).resolves.toBeUndefined();
	});

	it('an empty body alone makes it none', async () => {
		service.emulator.addFault({ on: stop, effect: { type: 'answer', status: 500, body: '' } });

		const error = await errorOf(() => service.client.tasks[stop]('r-1'));

		expect(error.kind).toBe('service_error');
	});
});

const ORDER = { appId: 54663, inputValues: { a: 1 }, suppressPreviewOutput: false };
const OK = { code: 20000, message: 'Ok', status: true };

function createAnswers(body: object): void {
	service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 200, body } });
}

describe('the request ID is found anywhere in the response to a create', () => {
	it.each([
		['as request_id', { request_id: 'r-1' }, 'r-1'],
		['as requestId, as older texts spell it', { requestId: 'r-1' }, 'r-1'],
		['in data', { code: 20000, message: 'Ok', data: { request_id: 'r-1' } }, 'r-1'],
		['in data with Accepted', { code: '20002', data: { request_id: 'r-1' } }, 'r-1'],
		['beside the code, with null data', { ...OK, data: null, request_id: 'r-1' }, 'r-1'],
		['beside the code, without data', { ...OK, requestId: 'r-1' }, 'r-1'],
		[
			'in data rather than beside it',
			{ ...OK, data: { request_id: 'r-1' }, request_id: 'x' },
			'r-1',
		],
		['as a number', { request_id: 8_307_183 }, '8307183'],
		['as a number in data', { ...OK, data: { requestId: 7 } }, '7'],
		['in its longest form', { request_id: 'r'.repeat(200) }, 'r'.repeat(200)],
	])('it is found %s', async (_, body, id) => {
		createAnswers(body);

		await expect(service.client.tasks.create(ORDER)).resolves.toEqual({ requestId: id });
	});

	it.each([
		['beside the code', { ...OK, status: 'Success', outputs: [], request_id: 'r-1' }],
		['as a number', { request_id: 7, status: 'Success', outputs: [] }],
		['in data', { ...OK, data: { request_id: 'r-1', status: 'Success', outputs: [] } }],
	])('Keep Connection Open finds it %s', async (_, body) => {
		createAnswers(body);

		const held = await service.client.tasks.createAndHold(ORDER, 60_000);

		expect(['r-1', '7']).toContain(held.requestId);
		expect(held.task.status).toBe('Success');
	});

	it('that of a model stands next to the code', async () => {
		const body = { ...OK, data: null, request_id: 'r-1' };
		service.emulator.addFault({ on: 'model', effect: { type: 'answer', status: 200, body } });

		await expect(service.client.models.create('a/b', {})).resolves.toBe('r-1');
	});
});

describe('an invalid request ID is ignored, and a task may exist', () => {
	it.each([
		['with an escape sequence', 'id\u001b[31mRED'],
		['with a line end', 'id\n2026-11-22 | error | FAKE LOG LINE'],
		['with HTML', '<a href="https://evil.example">id</a>'],
		['with a space', 'a b'],
		['that leads to another path', 'a/../b'],
		['of 201 characters', 'r'.repeat(201)],
		['of 3 MB', 'r'.repeat(3_000_000)],
		['that is no whole number', 1.5],
		['that is a record', { id: 'r-1' }],
	])('one %s is ignored', async (_, id) => {
		createAnswers({ ...OK, data: { request_id: id } });
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(error.details.requestId).toBeUndefined();
		expect(work.entry()).toEqual({ tasks: [{}] });
		expect(work.created).toEqual([]);
		expect(work.notes.join()).toMatch(/^[^\p{Cc}]{1,200}$/u);
	});
});

it('the ID that a gateway adds to a refusal is shown, but not used as the request ID', async () => {
	const body = { code: 20052, message: 'No', request_id: 'trace-1' };
	service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 401, body } });

	const error = await errorOf(() => createWork(service).run());

	expect(error.message).toContain('request ID trace-1');
	expect(error.details.requestId).toBe(service.emulator.tasks()[0]?.requestId);
});

it.each([[undefined], ['r-1'], [null], [[{ request_id: 'r-1' }]], [{ data: [] }]])(
	'%j contains no request ID',
	(body) => {
		expect(requestIdIn(body)).toBeUndefined();
	},
);

const MINUTE = 60_000;
const maxWaitMs = 10 * MINUTE;

/** A task whose connection gets a response after a minute, before the task is finished. */
function early(answer: OpenPlan['answer'], runningMs: number): Partial<TaskPlan> {
	return { runningMs, openFor: { ms: MINUTE, answer } };
}

describe.each(['record', 'id'] as const)(
	'an open connection that gets an early response with the %s',
	(answer) => {
		it("doesn't finish the task: it is polled until it finishes, and charged once", async () => {
			service.emulator.plan(early(answer, 5 * MINUTE));
			const work = createWork(service);

			const { result, finished } = await work.run({ isHeld: true, maxWaitMs });

			expect({ finished, status: result.task.status }).toEqual({
				finished: true,
				status: 'Success',
			});
			expect(result.outputs).toMatchObject([{ ok: true }]);
			expect(service.requests('create')).toHaveLength(1);
			expect(work.entry()).toMatchObject({ tasks: [{ requestId: result.requestId }] });
		});

		it('has used up its part of Max Wait Time, and a retry attaches to the task', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const work = createWork(service);
			const begun = service.time.now();

			const error = await errorOf(() => work.run({ isHeld: true, maxWaitMs }));
			const tookMs = service.time.now() - begun;
			await errorOf(() => work.run({ isHeld: true, maxWaitMs: MINUTE }));

			expect(error.kind).toBe('timeout');
			expect(tookMs).toBeGreaterThanOrEqual(maxWaitMs);
			expect(tookMs).toBeLessThan(maxWaitMs + 1_000);
			expect(service.requests('create')).toHaveLength(1);
		});

		it('leaves a task that stops with the execution', async () => {
			service.emulator.plan(early(answer, 60 * MINUTE));
			const stop = new AbortController();
			service.time.after(2 * MINUTE, () => stop.abort());

			const options = { isHeld: true, maxWaitMs, signal: stop.signal };
			const error = await errorOf(() => createWork(service).run(options));

			expect(error.kind).toBe('execution_stopped');
			expect(service.emulator.tasks()[0]?.stop).toMatchObject({ by: 'interrupt' });
		});
	},
);

it('a connection is kept open for what the wait for a place has left of Max Wait Time', async () => {
	service.emulator.plan({ runningMs: 9 * MINUTE });
	const full = { type: 'answer', status: 429, body: { code: 30040 } } as const;
	service.emulator.addFault({ on: 'create', times: Infinity, effect: full });
	service.time.after(8 * MINUTE, () => service.emulator.clearFaults());
	const begun = service.time.now();

	const error = await errorOf(() => createWork(service).run({ isHeld: true, maxWaitMs }));

	expect(error.kind).toBe('unconfirmed');
	expect(service.time.now() - begun).toBeLessThan(maxWaitMs + MINUTE);
});

it('a connection is kept open for at least a minute, however little is left of Max Wait Time', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 59_900 });
	const headers = { 'retry-after': '50' };
	const full = { type: 'answer', status: 429, headers, body: { code: 30040 } } as const;
	service.emulator.addFault({ on: 'create', effect: full });

	const { result } = await createWork(service).run({ isHeld: true, maxWaitMs: MINUTE });

	expect(result.outputs).toMatchObject([{ ok: true }]);
	const [refused, held] = service.requests('create');
	expect((held?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(50_000);
});

it('outputs that are paid for are read after Max Wait Time, if the connection ended without them', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 59_000, outputs: 'late' });
	const effect = { type: 'answer', status: 503 } as const;
	service.emulator.addFault({ on: 'outputs', times: 3, effect });

	const { result } = await createWork(service).run({ isHeld: true, maxWaitMs: MINUTE });

	expect(result.outputs).toMatchObject([{ ok: true }]);
});

it('a stopped execution lets go of an open connection at once', async () => {
	service.emulator.plan({ runningMs: 5 * MINUTE });
	const stop = new AbortController();
	service.time.after(20_000, () => stop.abort());
	const begun = service.time.now();

	await errorOf(() => createWork(service).run({ isHeld: true, maxWaitMs, signal: stop.signal }));

	expect(service.time.now() - begun).toBe(20_000);
});
