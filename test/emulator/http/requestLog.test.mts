import { ASYNC, outputUrls, PROMPT, startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

describe('requests', () => {
	it('are recorded with everything received and the status of the response', async () => {
		const body = { web_app_id: 54663, input_values: PROMPT };
		const url = `${visit.emulator.apiUrl}${TASKS}/create`;
		await visit.send('POST', url, { body, headers: ASYNC });
		expect(visit.emulator.requests()).toEqual([
			{
				at: visit.clock.now(),
				host: 'api',
				method: 'POST',
				path: `${TASKS}/create`,
				operation: 'create',
				headers: expect.objectContaining({
					authorization: `Bearer ${visit.emulator.apiKey}`,
					'content-type': 'application/json',
					'x-service-task-async': 'enable',
				}),
				body,
				status: 202,
				requestId: visit.emulator.tasks()[0]?.requestId,
			},
		]);
	});

	it('have host and operation, and the task if there is one', async () => {
		const id = await visit.create();
		await visit.advance(3000);
		await visit.read(id);
		const [url] = outputUrls(await visit.read(id, 'outputs'));
		await visit.stop(id, 'cancel');
		await visit.stop(id, 'interrupt');
		await visit.send('GET', `${visit.emulator.metaUrl}/v1/webapp/54663/detail`);
		await visit.send('GET', `${visit.emulator.metaUrl}/v1/user/info`);
		await visit.send('GET', `${visit.emulator.apiUrl}/v1/nothing`);
		await fetch(url!, { method: 'HEAD' });
		const seen = visit.emulator
			.requests()
			.map((record) => [record.host, record.operation, record.status, record.requestId]);
		expect(seen).toEqual([
			['api', 'create', 202, id],
			['api', 'status', 200, id],
			['api', 'outputs', 200, id],
			['api', 'cancel', 409, id],
			['api', 'interrupt', 409, id],
			['meta', 'detail', 200, undefined],
			['meta', 'user', 200, undefined],
			['api', 'unknown', 404, undefined],
			['storage', 'download', 200, id],
		]);
	});

	it('have no status if the caller disconnects before the response', async () => {
		const leaving = new AbortController();
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'delay', ms: 1000 } });
		const url = `${visit.emulator.apiUrl}/v1/wallet`;
		const answering = fetch(url, { signal: leaving.signal }).catch(() => 'gone');
		await visit.held();
		leaving.abort();
		expect(await answering).toBe('gone');
		await visit.held(0);
		const [wallet] = visit.emulator.requests();
		expect(wallet).toMatchObject({ operation: 'wallet', fault: 'delay' });
		expect(wallet?.status).toBeUndefined();
	});

	it('are recorded separately for each emulator, which has its own hosts', async () => {
		const other = await startVisit();
		await other.create();
		await other.emulator.close();
		const { apiUrl, metaUrl, storageUrl, controlUrl } = visit.emulator;
		expect(visit.emulator.requests()).toEqual([]);
		expect(new Set([apiUrl, metaUrl, storageUrl, controlUrl]).size).toBe(4);
	});
});
