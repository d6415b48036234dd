import type { Quirks } from '../../../emulator/index.mts';
import { CONTENT, tokenOf, upload } from '../storage/uploading.mts';
import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

async function visitWith(quirks: Partial<Quirks>): Promise<string> {
	visit = await startVisit({ quirks });
	return visit.create();
}

afterEach(() => visit.emulator.close());

describe('quirks', () => {
	it('finds a task at once', async () => {
		const id = await visitWith({ lateRecords: false });
		expect((await visit.read(id)).status).toBe(200);
	});

	it('returns when a task finished', async () => {
		const id = await visitWith({ noEndedAt: false });
		await visit.advance(1000);
		expect((await visit.read(id)).body).not.toHaveProperty('data.ended_at');
		await visit.advance(2000);
		expect((await visit.read(id)).body).toHaveProperty('data.ended_at', '2026-01-14 10:53:38');
	});

	it('names media types', async () => {
		const id = await visitWith({ octetStreams: false });
		await visit.advance(3000);
		const [url] = outputUrls(await visit.read(id, 'outputs'));
		const { headers } = await fetch(url!, { method: 'HEAD' });
		expect(headers.get('content-type')).toBe('image/png');
	});

	it('writes codes as texts', async () => {
		const id = await visitWith({ stringCodes: true });
		expect((await visit.read(id)).body).toMatchObject({ code: '30009' });
	});

	it('returns the ID in the status record', async () => {
		const id = await visitWith({ noRequestId: false });
		await visit.advance(300);
		expect((await visit.read(id)).body).toHaveProperty('data.request_id', id);
	});

	it('returns that outputs passed the audit', async () => {
		const id = await visitWith({ noAuditStatus: false });
		await visit.advance(3000);
		const { body } = await visit.read(id, 'outputs');
		expect(body).toMatchObject({ data: { outputs: [{ audit_status: 2 }] } });
	});

	it('returns the billed seconds', async () => {
		const id = await visitWith({ noInferenceSeconds: false });
		await visit.advance(2999);
		expect((await visit.read(id)).body).not.toHaveProperty('data.inference_cost_time');
		await visit.advance(1);
		expect((await visit.read(id)).body).toHaveProperty('data.inference_cost_time', 2);
	});

	it.each([
		['cancel', 500, 30036],
		['interrupt', 2000, 30047],
	] as const)('the %s of a task is confirmed, and the task goes on', async (by, age, code) => {
		const id = await visitWith({ idleStops: true });
		await visit.advance(age);
		expect(await visit.stop(id, by)).toMatchObject({ status: 200, body: { code: 20000 } });
		await visit.advance(1500);
		expect(await visit.stop(id, by)).toMatchObject({ status: 409, body: { code } });
		await visit.advance(1500);
		expect((await visit.read(id)).body).toHaveProperty('data.status', 'Success');
		expect(visit.emulator.tasks()[0]?.stop).toBeUndefined();
	});

	it.each([
		['interrupted', {}, 'Canceled'],
		['failed', { outcome: 'Failed' }, 'Failed'],
	] as const)('tells no billed seconds of a task that was %s', async (end, plan, status) => {
		visit = await startVisit({ quirks: { noStoppedSeconds: true, noInferenceSeconds: false } });
		visit.emulator.plan(plan);
		const id = await visit.create();
		await visit.advance(2000);
		if (end === 'interrupted') await visit.stop(id, 'interrupt');
		await visit.advance(1000);
		const { body } = await visit.read(id);
		expect(body).toMatchObject({ data: { status } });
		expect(body).toHaveProperty('data.cost_times', {});
		expect(body).not.toHaveProperty('data.inference_cost_time');
	});

	it('returns all fields of the wallet', async () => {
		visit = await startVisit({ quirks: { giftWallet: false } });
		const { body } = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect(body).toMatchObject({ data: { gift_balance: 899, recharge_balance: 12000 } });
	});

	it('names media types of uploads as they were sent', async () => {
		visit = await startVisit({ quirks: { octetStreams: false } });
		const { headers } = await fetch(await upload(visit, 'photo.png', CONTENT));
		expect(headers.get('content-type')).toBe('image/png');
	});

	it('returns the future URL of an upload', async () => {
		visit = await startVisit({ quirks: { accessUrl: true } });
		const { access_url: url, file } = await tokenOf(visit);
		expect(url).toBe(`${visit.emulator.storageUrl}/${file.object_key}`);
		expect(file).not.toHaveProperty('access_url');
	});
});
