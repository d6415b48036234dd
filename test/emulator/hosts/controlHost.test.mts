import { startEmulator } from '../../../emulator/index.mts';
import { tokenOf } from '../storage/uploading.mts';
import { startVisit, type Answer, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

function control(method: string, route: string, body?: object): Promise<Answer> {
	return visit.send(method, `${visit.emulator.controlUrl}/control/${route}`, { body });
}

describe('control', () => {
	it('plans tasks', async () => {
		await control('POST', 'plan', { plan: { outcome: 'Failed' }, scope: { times: 1 } });
		const [failing, fine] = [await visit.create(), await visit.create()];
		await control('POST', 'advance', { ms: 3000 });
		expect((await visit.read(failing)).body).toHaveProperty('data.status', 'Failed');
		expect((await visit.read(fine)).body).toHaveProperty('data.status', 'Success');
	});

	it('adds faults, -1 for ever, and clears them', async () => {
		const effect = { type: 'answer', status: 503 };
		await control('POST', 'faults', { fault: { on: 'wallet', times: -1, effect } });
		const wallet = () => visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect([(await wallet()).status, (await wallet()).status]).toEqual([503, 503]);
		await control('DELETE', 'faults');
		expect((await wallet()).status).toBe(200);
	});

	it('shows requests and tasks', async () => {
		const requestId = await visit.create();
		expect((await control('GET', 'tasks')).body).toMatchObject([{ requestId, status: 'Queuing' }]);
		const [create] = (await control('GET', 'requests')).body as object[];
		expect(create).toMatchObject({ operation: 'create', host: 'api', status: 202, requestId });
	});

	it('sets up the storage and shows the credentials issued', async () => {
		await control('POST', 'storage', { setup: { bucket: 'elsewhere' } });
		const { file, storage } = await tokenOf(visit);
		expect(storage.bucket).toBe('elsewhere');
		const issued = [{ accessKeyId: file.access_key_id, bucket: 'elsewhere' }];
		expect((await control('GET', 'credentials')).body).toMatchObject(issued);
	});

	it('sets up the models and shows their tasks', async () => {
		await control('POST', 'models', { setup: { statusAt: 'plain' } });
		const url = `${visit.emulator.apiUrl}/v1/modelzoo/tasks/openapi/sample-writer/text-to-text`;
		await visit.send('POST', url, { body: { user_prompt: 'hello' } });
		const [task] = (await control('GET', 'model-tasks')).body as Array<{ requestId: string }>;
		await visit.advance(300);
		const tasks = `${visit.emulator.apiUrl}/v1/modelzoo/tasks`;
		expect((await visit.send('GET', `${tasks}/openapi/${task?.requestId}`)).status).toBe(404);
		expect((await visit.send('GET', `${tasks}/${task?.requestId}`)).status).toBe(200);
	});

	it('moves the clock', async () => {
		const before = visit.clock.now();
		expect((await control('POST', 'advance', { ms: 1500 })).body).toEqual({ now: before + 1500 });
	});

	it('moves a real clock, which goes on from there', async () => {
		const emulator = await startEmulator();
		const body = { ms: 3_600_000 };
		const before = Date.now();
		const answer = await visit.send('POST', `${emulator.controlUrl}/control/advance`, { body });
		await emulator.close();
		expect((answer.body as { now: number }).now).toBeGreaterThanOrEqual(before + body.ms);
	});

	it('resets everything except the clock', async () => {
		visit.emulator.plan({ runningMs: 1 });
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'answer', status: 503 } });
		await visit.create();
		await visit.advance(10);
		const { now } = (await control('GET', 'state')).body as { now: number };
		await control('POST', 'reset');
		expect((await control('GET', 'state')).body).toMatchObject({
			now,
			held: 0,
			tasks: 0,
			requests: 0,
			addresses: { api: visit.emulator.apiUrl },
		});
	});

	it.each([
		['plan', { scope: {} }],
		['faults', {}],
		['storage', {}],
		['models', {}],
		['limits', {}],
		['callback', {}],
		['advance', undefined],
	])('rejects a body without a required field: %s', async (route, body) => {
		expect((await control('POST', route, body)).status).toBe(400);
	});
});
