import { HookContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { boundToken } from '../../../client/api/callbackToken';
import { AiAppTrigger } from '../../../nodes/AiApp/AiAppTrigger.node';
import { until } from '../../until.mts';
import { additionalData } from '../instance.mts';
import { runForm, useService } from '../service.mts';
import { BEARER, createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';
import { triggerNode, triggerWorkflow } from './triggerNode.mts';

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

const bearer = (url: string) => ({ authorization: `Bearer ${boundToken(TOKEN, url)}` });

describe('a token that is bound to the URL of the trigger', () => {
	it.each([
		['the production URL', {}],
		['the test URL', { mode: 'manual' }],
		['the test URL of n8n before 2.34', { mode: 'manual', without: ['getWebhookResourceUrl'] }],
	] as const)('is accepted there: %s', async (_, setup) => {
		const host = await listen(setup, { callbackToken: TOKEN });
		const requestId = await createTask(service);

		const answer = await post(host, { request_id: requestId }, bearer(host.url));

		expect(answer).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['of another trigger', (url: string) => url.replace('its-webhook', 'another')],
		['of the test URL', (url: string) => url.replace('/webhook/', '/webhook-test/')],
		['of another n8n instance', (url: string) => url.replace('127.0.0.1', 'localhost')],
	])('is rejected elsewhere: the one %s', async (_, elsewhere) => {
		const host = await listen({}, { callbackToken: TOKEN });
		const requestId = await createTask(service);

		const answer = await post(host, { request_id: requestId }, bearer(elsewhere(host.url)));

		expect(answer).toMatchObject({ status: 401 });
		expect(host.started).toEqual([]);
	});
});

describe('the task headers of a callback', () => {
	const headers = { 'x-service-task-order-id': 'A 7' };

	it('are returned if the callback has the token', async () => {
		const host = await listen({}, { callbackToken: TOKEN });

		await post(host, { request_id: await createTask(service) }, { ...BEARER, ...headers });

		expect(host.started).toMatchObject([{ task_headers: { 'order-id': 'A 7' } }]);
	});

	it('are not returned if the credential has no token, because they may be forged', async () => {
		const host = await listen();

		await post(host, { request_id: await createTask(service) }, { ...BEARER, ...headers });

		expect(host.started).toMatchObject([{ status: 'Success', task_headers: {} }]);
		expect(host.started[0]?.['task_headers']).toEqual({});
	});
});

test('rejected callbacks are logged once a minute, without any token', async () => {
	const host = await listen({}, { callbackToken: TOKEN });
	const refused = () => post(host, { request_id: 'a' }, { authorization: 'Bearer guess-0123' });

	for (let n = 0; n < 3; n++) await refused();
	expect(host.warnings).toEqual([
		expect.stringMatching(/^"AI App Trigger" rejected a callback because its token/),
	]);
	expect(host.warnings[0]).not.toMatch(/guess|callback-token/);

	await service.time.sleep(60_000);
	await refused();
	expect(host.warnings).toHaveLength(2);
});

/** What n8n calls in the trigger when its workflow is published, and what is logged then. */
async function publish(settings: Readonly<Record<string, string>>) {
	const type = new AiAppTrigger();
	const node = triggerNode();
	const context = new HookContext(
		triggerWorkflow(node, type, 'w', {}),
		node,
		additionalData({ ...service.credential, ...settings }, node),
		'trigger',
		'activate',
	);
	const warn = jest.spyOn(context.logger, 'warn').mockImplementation(() => {});
	const { checkExists, create } = type.webhookMethods.default;
	const exists = await checkExists.call(context);
	const created = exists || (await create.call(context));
	const warnings = warn.mock.calls.map(([message]) => message);
	warn.mockRestore();
	return { created, warnings, context, type };
}

test('without a callback token the log warns that anyone can call', async () => {
	const { created, warnings } = await publish({ callbackToken: ' ' });

	expect(created).toBe(true);
	expect(warnings).toEqual([expect.stringContaining('"AI App Trigger" has no \'Callback Token\'')]);
});

test('with a callback token nothing is logged', async () => {
	const { created, warnings } = await publish({ callbackToken: TOKEN });

	expect(created).toBe(true);
	expect(warnings).toEqual([]);
});

test('nothing is registered at the service or removed from it', async () => {
	const { context, type } = await publish({});

	expect(await type.webhookMethods.default.delete.call(context)).toBe(true);
	expect(service.emulator.requests()).toEqual([]);
});

describe('with Use Callback Body', () => {
	const parameters = { resultSource: 'callback' };

	it('uses the body, and the service gets no request', async () => {
		const host = await listen({ parameters });
		const outputs = [
			{
				object_url: 'https://files.example.com/a.png',
				output_ext: '.png',
				error_type: 'NOT_ERROR',
			},
		];

		await post(host, { request_id: 'sent', status: 'Success', outputs });

		expect(host.started).toMatchObject([
			{ request_id: 'sent', outputs: [{ ok: true, file_name: 'sent_1.png' }] },
		]);
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each(['Running', 'Queuing', 'Whatever', undefined])(
		'a body without a final status (%s): 503',
		async (status) => {
			const host = await listen({ parameters });

			const body = { request_id: `sent-${status}`, status };
			expect(await post(host, body)).toMatchObject({ status: 503 });
			expect(host.started).toEqual([]);
		},
	);
});

describe('Trigger On', () => {
	it("a final status that isn't selected: 200, and nothing starts", async () => {
		const host = await listen({ parameters: { triggerOn: ['Failed'] } });
		const requestId = await createTask(service);

		expect(await post(host, { request_id: requestId })).toMatchObject({
			status: 200,
			message: "Ignored: 'Trigger On' doesn't include this status",
		});
		expect(host.started).toEqual([]);
	});

	it.each([
		[
			'Failed',
			{ outcome: 'Failed', errorMessage: 'Out of memory.' },
			{ error_message: 'Out of memory.' },
		],
		['Success', {}, { outputs: [{ ok: true }] }],
	])('a final status that is selected: %s', async (status, plan, item) => {
		const host = await listen({ parameters: { triggerOn: [status] } });
		const requestId = await createTask(service, plan);

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toMatchObject([{ status, ...item }]);
	});
});
