import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

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
		['request_id', { request_id: 'r-1' }],
		['requestId, as older texts spell it', { requestId: 'r-1' }],
		['data of an envelope', { code: 20000, message: 'Ok', data: { request_id: 'r-1' } }],
		['data of an envelope with Accepted', { code: '20002', data: { request_id: 'r-1' } }],
	])('reads the request ID from %s', async (_, body) => {
		service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 202, body } });

		await expect(service.client.tasks.create(order)).resolves.toEqual({ requestId: 'r-1' });
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

		await expect(service.client.tasks.outputs(requestId)).resolves.toEqual([]);
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
	it.each([200, 202, 204])('with status %d and an empty body', async (status) => {
		service.emulator.addFault({ on: stop, effect: { type: 'answer', status, body: '' } });

		await expect(service.client.tasks[stop]('r-1')).resolves.toBeUndefined();
	});

	it('but not because of an empty body alone', async () => {
		service.emulator.addFault({ on: stop, effect: { type: 'answer', status: 500, body: '' } });

		const error = await errorOf(() => service.client.tasks[stop]('r-1'));

		expect(error.kind).toBe('service_error');
	});
});
