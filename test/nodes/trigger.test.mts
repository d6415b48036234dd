import { runForm, useService } from './service.mts';
import type { INodeParameters } from 'n8n-workflow';
import { BEARER, createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';
import { until } from '../until.mts';

const service = useService();
const listen = useTriggers(service);

describe('a callback of a task that App: Run has created', () => {
	async function startedBy(settings: Record<string, string>, headers: INodeParameters[]) {
		const host = await listen({}, settings);
		const parameters = runForm(
			{},
			{
				waitMode: 'callback',
				callbackUrl: host.url,
				options: { taskHeaders: { values: headers } },
			},
		);
		const credential = { ...service.credential, ...settings, callbackTokenUrls: host.url };
		const { outputs } = await service.run({ parameters, credential });
		await until(() => host.started.length > 0);
		return { item: host.started[0] ?? {}, requestId: outputs[0]?.[0]?.json['request_id'] };
	}

	it('starts the workflow with the result and the custom headers of the task', async () => {
		const { item, requestId } = await startedBy({ callbackToken: TOKEN }, [
			{ name: 'Order-Id', value: 'A 7' },
		]);

		expect(item).toMatchObject({
			request_id: requestId,
			status: 'Success',
			outputs: [{ ok: true, mime_type: 'image/png', file_name: `${requestId}_1.png` }],
		});
		expect(item['task_headers']).toEqual({ 'order-id': 'A 7' });
		expect(JSON.stringify(item)).not.toContain(TOKEN);
	});

	it('makes n8n read the credential once, because that is the slowest step', async () => {
		const host = await listen();

		await post(host, { request_id: await createTask(service) });

		expect(host.started).toHaveLength(1);
		expect(host.credentialReads()).toBe(1);
	});

	it("doesn't read the credential again within a second", async () => {
		const host = await listen({}, { callbackToken: TOKEN });
		const wrong = () => post(host, { request_id: 'a' });

		await Promise.all(Array.from({ length: 10 }, wrong));
		expect(host.credentialReads()).toBe(1);

		await service.time.sleep(1_000);
		await wrong();
		expect(host.credentialReads()).toBe(2);
	});

	it('is understood with the header prefix of the service', async () => {
		const { emulator } = service;
		const host = await listen({}, { callbackToken: TOKEN, taskHeaderPrefix: 'X-Acme-Task-' });
		const requestId = await createTask(service);

		const headers = { 'x-acme-task-authorization': `Bearer ${TOKEN}`, 'x-acme-task-room': '5' };
		expect(await post(host, { request_id: requestId }, headers)).toMatchObject({ status: 200 });

		expect(host.started).toMatchObject([{ task_headers: { room: '5' } }]);
		expect(emulator.requests().map(({ operation }) => operation)).toContain('outputs');
	});
});

describe('the callback token', () => {
	it.each([
		['none', {}],
		['a wrong one', { authorization: 'Bearer callback-token-9876543210' }],
		['a part of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
		['a wrong one in the forwarded header', { 'x-service-task-authorization': 'Bearer no' }],
		['the right one in another header', { 'x-token': `Bearer ${TOKEN}` }],
		['an empty one', { authorization: 'Bearer ' }],
	])('%s: rejected with 401, and the service gets no request', async (_, headers) => {
		const host = await listen({}, { callbackToken: TOKEN });
		const requestId = await createTask(service);
		const asked = service.emulator.requests().length;

		expect(await post(host, { request_id: requestId }, headers)).toMatchObject({ status: 401 });

		expect(host.started).toEqual([]);
		expect(service.emulator.requests()).toHaveLength(asked);
	});

	it.each([
		['as Authorization', BEARER],
		['in the forwarded header', { 'x-service-task-authorization': `Bearer ${TOKEN}` }],
		['without the word Bearer', { authorization: TOKEN }],
	])('%s: accepted', async (_, headers) => {
		const host = await listen({}, { callbackToken: ` ${TOKEN} ` });
		const requestId = await createTask(service);

		expect(await post(host, { request_id: requestId }, headers)).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it('is not required if the credential has none', async () => {
		const host = await listen({}, { callbackToken: '  ' });
		const requestId = await createTask(service);

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});
});

describe('the body of a callback', () => {
	it.each([
		['an empty object', {}],
		['a list', [{ request_id: 'a' }]],
		['null', 'null'],
		['a text', '"a"'],
		['a broken number for an id', { request_id: 7.5 }],
		['an id that is a path', { request_id: '../../wallet' }],
		['an id of many lines', { request_id: 'a\nb' }],
		['an endless id', { request_id: 'a'.repeat(10_000) }],
		['an id deep down', { data: { result: { request_id: 'a' } } }],
	])('%s: rejected with 400', async (_, body) => {
		const host = await listen();

		expect(await post(host, body)).toMatchObject({ status: 400 });
		expect(host.started).toEqual([]);
		expect(service.emulator.requests()).toEqual([]);
	});

	it('of many megabytes takes no more work than its request ID', async () => {
		const host = await listen();
		const requestId = await createTask(service);
		const body = { request_id: requestId, outputs: [], padding: 'x'.repeat(8 * 1024 ** 2) };

		expect(await post(host, body)).toMatchObject({ status: 200 });
		expect(JSON.stringify(host.started)).not.toContain('padding');
	});
});
