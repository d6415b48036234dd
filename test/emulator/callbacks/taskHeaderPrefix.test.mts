import { PROMPT, startVisit, TASKS } from '../visit.mts';
import { delivered, startReceiver } from './receiver.mts';

describe('a service with its own task header prefix', () => {
	it('accepts only that prefix, and uses it in callbacks', async () => {
		const visit = await startVisit({ taskHeaderPrefix: 'X-Acme-Task-' });
		const receiver = await startReceiver();
		const sent = {
			'X-Acme-Task-WebHook-Url': receiver.url,
			'X-Acme-Task-Authorization': 'Bearer right',
			'X-Service-Task-Order': '42',
		};
		const url = `${visit.emulator.apiUrl}${TASKS}/create`;
		const body = { web_app_id: 54663, input_values: PROMPT };
		const { status } = await visit.send('POST', url, { body, headers: sent });
		await visit.advance(3000);
		await delivered(visit, 1);
		const { headers } = receiver.arrivals[0]!;
		const forged = await visit.emulator.forgeCallback({
			url: receiver.url,
			authorization: 'Bearer wrong',
		});
		await visit.emulator.close();
		await receiver.close();
		expect(status).toBe(202);
		expect(headers).toMatchObject({
			authorization: 'Bearer right',
			'x-acme-task-authorization': 'Bearer right',
			'x-acme-task-webhook-url': receiver.url,
		});
		expect(headers).not.toHaveProperty('x-service-task-order');
		expect(forged?.headers).toMatchObject({ 'X-Acme-Task-Authorization': 'Bearer wrong' });
	});

	it('keeps the connection open if other headers are used', async () => {
		const visit = await startVisit({ taskHeaderPrefix: 'X-Acme-Task-' });
		const creating = visit.create();
		await visit.held();
		await visit.advance(3000);
		const requestId = await creating;
		await visit.emulator.close();
		expect(visit.emulator.tasks()).toMatchObject([{ requestId, headers: {}, status: 'Success' }]);
	});
});
