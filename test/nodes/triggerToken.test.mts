// Stands first: it replaces n8n-workflow before anything loads it.
import { useService } from './service.mts';
import { boundToken } from '../../client/callbackToken';
import { createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

const bearer = (url: string) => ({ authorization: `Bearer ${boundToken(TOKEN, url)}` });

describe('a token that is bound to the address of the trigger', () => {
	it.each([
		['the production URL', {}],
		['the test URL', { mode: 'manual' }],
		['the test URL of n8n before 2.34', { mode: 'manual', without: ['getWebhookResourceUrl'] }],
	] as const)('is taken there: %s', async (_, setup) => {
		const host = await listen(setup, { callbackToken: TOKEN });
		const requestId = await createTask(service);

		const answer = await post(host, { request_id: requestId }, bearer(host.url));

		expect(answer).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['of another trigger', (url: string) => url.replace('its-webhook', 'another')],
		['of the test URL', (url: string) => url.replace('/webhook/', '/webhook-test/')],
		['of another n8n', (url: string) => url.replace('127.0.0.1', 'localhost')],
	])('is worth nothing elsewhere: that %s', async (_, elsewhere) => {
		const host = await listen({}, { callbackToken: TOKEN });
		const requestId = await createTask(service);

		const answer = await post(host, { request_id: requestId }, bearer(elsewhere(host.url)));

		expect(answer).toMatchObject({ status: 401 });
		expect(host.started).toEqual([]);
	});
});
