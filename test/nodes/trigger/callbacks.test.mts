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

const SET = { callbackToken: ` ${TOKEN} ` };
const forwarded = (token: string) => ({ 'x-service-task-authorization': `Bearer ${token}` });

it.each<[string, number, Record<string, string>, { callbackToken: string }?]>([
	['no token', 401, {}],
	['a wrong token', 401, { authorization: 'Bearer callback-token-9876543210' }],
	['a part of the token', 401, { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
	['a wrong token in the forwarded header', 401, forwarded('no')],
	['the right token in another header', 401, { 'x-token': `Bearer ${TOKEN}` }],
	['an empty token', 401, { authorization: 'Bearer ' }],
	['the token as Authorization', 200, BEARER],
	['the token in the forwarded header', 200, forwarded(TOKEN)],
	['the token without the word Bearer', 200, { authorization: TOKEN }],
	['no token, if the credential has none,', 200, {}, { callbackToken: '  ' }],
])('a callback with %s gets %i', async (_, status, headers, settings = SET) => {
	const host = await listen({}, settings);
	const requestId = await createTask(service);
	const asked = service.emulator.requests().length;

	expect(await post(host, { request_id: requestId }, headers)).toMatchObject({ status });

	expect(host.started).toHaveLength(status === 200 ? 1 : 0);
	expect(service.emulator.requests().length > asked).toBe(status === 200);
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
	])('%s is rejected with 400', async (_, body) => {
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

const OLD = ['getWebhookResourceUrl'];
const there = (url: string) => url;

it.each([
	['is accepted at the production URL', {}, there, 200],
	['is accepted at the test URL', { mode: 'manual' }, there, 200],
	['is accepted at the test URL before n8n 2.34', { mode: 'manual', without: OLD }, there, 200],
	[
		"is accepted at the editor's URL, which n8n serves, too",
		{ editorUrl: 'https://editor.example.com/' },
		(url: string) => url.replace(/^http:..[^/]+/, 'https://editor.example.com'),
		200,
	],
	[
		'is rejected elsewhere: at another trigger',
		{},
		(url: string) => url.replace('its-webhook', 'another'),
		401,
	],
	[
		'is rejected elsewhere: with the test URL',
		{},
		(url: string) => url.replace('/webhook/', '/webhook-test/'),
		401,
	],
	[
		'is rejected elsewhere: at another n8n instance',
		{},
		(url: string) => url.replace('127.0.0.1', 'localhost'),
		401,
	],
] as const)('a token that is bound to a URL %s', async (_, setup, boundTo, status) => {
	const host = await listen(setup, { callbackToken: TOKEN });
	const requestId = await createTask(service);
	const authorization = `Bearer ${boundToken(TOKEN, boundTo(host.url))}`;

	const answer = await post(host, { request_id: requestId }, { authorization });

	expect(answer).toMatchObject({ status });
	expect(host.started).toHaveLength(status === 200 ? 1 : 0);
});

describe('the task headers of a callback', () => {
	const headers = { 'x-service-task-order-id': 'A 7' };

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
async function publish(settings: Readonly<Record<string, string>>, parameters = {}) {
	const type = new AiAppTrigger();
	const node = triggerNode(parameters);
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

test("a status that doesn't exist keeps the workflow from being published", async () => {
	await expect(publish({}, { triggerOn: ['Success', 'Done'] })).rejects.toThrow(
		`'Trigger On' has no option "Done"`,
	);
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

	it('takes no body that is larger than a record of the service may be', async () => {
		const host = await listen({ parameters });
		const body = { request_id: 'sent', status: 'Success', note: 'x'.repeat(2 * 1024 ** 2) };

		expect(await post(host, body)).toMatchObject({ status: 400 });
		expect(await post(host, { ...body, note: 'x'.repeat(2_000_000) })).toMatchObject({
			status: 200,
		});
		expect(host.started).toHaveLength(1);
	});

	it('takes no form that is larger, of which n8n keeps no bytes', async () => {
		const host = await listen({ parameters });
		const form = async (note: string) => {
			const body = new FormData();
			const fields = { request_id: 'sent', status: 'Success', note };
			for (const [name, value] of Object.entries(fields)) body.set(name, value);
			return (await fetch(host.url, { method: 'POST', body })).status;
		};

		expect(await form('x'.repeat(2 * 1024 ** 2))).toBe(400);
		expect(await form('x')).toBe(200);
		expect(host.started).toHaveLength(1);
	});

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
		'a body without a final status (%s) gets 503',
		async (status) => {
			const host = await listen({ parameters });

			const body = { request_id: `sent-${status}`, status };
			expect(await post(host, body)).toMatchObject({ status: 503 });
			expect(host.started).toEqual([]);
		},
	);
});

const OUT_OF_MEMORY = { outcome: 'Failed', errorMessage: 'Out of memory.' };

it.each([
	["nothing if its final status isn't selected", 'Failed', {}, []],
	[
		'the workflow if its status Success is selected',
		'Success',
		{},
		[{ status: 'Success', outputs: [{ ok: true }] }],
	],
	[
		'the workflow if its status Failed is selected',
		'Failed',
		OUT_OF_MEMORY,
		[{ status: 'Failed', error_message: 'Out of memory.' }],
	],
])('with Trigger On, a task starts %s', async (_, selected, plan, started) => {
	const host = await listen({ parameters: { triggerOn: [selected] } });
	const requestId = await createTask(service, plan);

	expect(await post(host, { request_id: requestId })).toMatchObject({
		status: 200,
		...(started.length === 0 && { message: "Ignored: 'Trigger On' doesn't include this status" }),
	});
	expect(host.started).toMatchObject(started);
	expect(host.started).toHaveLength(started.length);
});

it.each(['service', 'callback'])(
	'an ended task in an unknown status without outputs gets 503 with the result from the %s',
	async (resultSource) => {
		const host = await listen({ parameters: { resultSource } });
		const requestId = await createTask(service);
		const times = { created_at: '2026-11-28T10:00:00Z', ended_at: '2026-11-28T10:01:00Z' };
		const record = { request_id: requestId, status: 'Over', ...times };
		const answers = { status: record, outputs: { outputs: [] } };
		for (const on of ['status', 'outputs'] as const) {
			const body = { code: 20000, data: answers[on] };
			service.emulator.addFault({
				on,
				times: Infinity,
				effect: { type: 'answer', status: 200, body },
			});
		}

		expect(await post(host, record)).toMatchObject({ status: 503 });
	},
);
