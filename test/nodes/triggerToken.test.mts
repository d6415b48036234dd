import { useService } from './service.mts';
import { boundToken } from '../../client/api/callbackToken';
import { BEARER, createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

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
