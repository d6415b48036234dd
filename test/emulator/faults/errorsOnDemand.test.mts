import { startVisit, type Visit } from '../visit.mts';

let visit: Visit;

afterEach(() => visit.emulator.close());

describe('refusals on demand', () => {
	it.each([
		[30035, 'interrupt', 409],
		[30041, 'interrupt', 409],
		[30047, 'cancel', 409],
		[20098, 'interrupt', 409],
		[20100, 'cancel', 409],
	] as const)('%i refuses %s, which is then not executed', async (code, by, status) => {
		visit = await startVisit();
		const id = await visit.create();
		await visit.advance(by === 'interrupt' ? 1500 : 0);
		visit.emulator.addFault({ on: by, effect: { type: 'refuse', code } });
		const body = { code, message: expect.any(String), data: null };
		expect(await visit.stop(id, by)).toMatchObject({ status, body });
		expect(visit.emulator.tasks()[0]?.stop).toBeUndefined();
		expect((await visit.stop(id, by)).status).toBe(200);
	});

	it.each([
		[20049, 402],
		[20021, 403],
		[50600, 429],
		[60000, 500],
		[60012, 503],
		[12345, 400],
	])('%i comes with the HTTP status %i', async (code, status) => {
		visit = await startVisit();
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'refuse', code } });
		const answer = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect(answer).toMatchObject({ status, body: { code, data: null } });
	});

	it('may have another status and text', async () => {
		visit = await startVisit();
		const effect = { type: 'refuse', code: 30047, status: 200, message: '任务状态已变更' } as const;
		visit.emulator.addFault({ on: 'wallet', effect });
		const answer = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		const body = { code: 30047, message: '任务状态已变更', data: null };
		expect(answer).toMatchObject({ status: 200, body });
	});
});
