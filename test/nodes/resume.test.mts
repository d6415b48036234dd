import { useService } from './service.mts';
import { LONG, MINUTE_MS, paused } from './pausedRuns.mts';
import { keepLog } from './randomDay/logBook.mts';
import { pausedExecution } from './pausedExecution.mts';
import { usePausedExecutions } from './pausedExecutions.mts';

const service = useService();
const { pausedFor, address, later } = usePausedExecutions(service);

const task = (item = 0) => service.emulator.tasks()[item]?.requestId;
const outputs = [{ object_url: 'https://files.example.com/reported.png', output_ext: '.png' }];
const reportOf = (requestId: unknown) => ({ request_id: requestId, status: 'Success', outputs });
const statusChecks = () =>
	service.emulator.requests().filter(({ operation }) => operation === 'status');

function changed(change: (url: URL) => void): URL {
	const url = address();
	change(url);
	return url;
}

describe('a paused execution', () => {
	it('resumes with one item for each input item, in order', async () => {
		const execution = await pausedFor([3_000, 1_000, 2_000]);
		await later();

		expect(await execution.call({ url: address(2) })).toBe(200);

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(execution.resumed).toHaveLength(1);
		expect(execution.resumed[0]?.map((json) => json['request_id'])).toEqual(ids);
		expect(execution.resumed[0]).toMatchObject(
			Array(3).fill({ status: 'Success', app_id: 54663, outputs: [{ ok: true }] }),
		);
	});

	it('stays paused while a task is running, and only checks the calling task and one other', async () => {
		const execution = await pausedFor([1_000, LONG.runningMs, LONG.runningMs]);
		await later();

		expect(await execution.call({ url: address(0) })).toBe(200);
		expect(execution.resumed).toEqual([]);
		expect(statusChecks().length).toBeLessThanOrEqual(3);
	});

	it("doesn't check a finished task a second time", async () => {
		const execution = await pausedFor([1_000, 20 * MINUTE_MS]);
		await later();
		await execution.call({ url: address(0) });
		await later();
		await later();
		await execution.call({ url: address(1) });

		expect(execution.resumed).toHaveLength(1);
		const first = service.emulator.tasks()[0]?.requestId;
		expect(statusChecks().filter(({ path }) => path.includes(String(first)))).toHaveLength(1);
	});

	it('needs three calls for one task: the app, the create and the status', async () => {
		const execution = await pausedFor([7_000]);
		await later();
		await execution.call({ url: address(), body: reportOf(task()) });

		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations).toEqual(['detail', 'create', 'status']);
		expect(execution.resumed[0]).toMatchObject([
			{ outputs: [{ ok: true, mime_type: 'image/png' }] },
		]);
	});

	it('uses the outputs in a callback only for the task that sent it', async () => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();
		await execution.call({ url: address(1), body: reportOf(task(0)) });

		expect(JSON.stringify(execution.resumed)).not.toContain('reported.png');
	});

	it("reads outputs that the callback doesn't contain", async () => {
		const execution = await pausedFor([1_000]);
		await later();
		await execution.call({ url: address(), body: { ...reportOf(task()), outputs: [] } });

		expect(execution.resumed[0]).toMatchObject([{ outputs: [{ ok: true }] }]);
	});

	it.each<[string, (url: URL) => void]>([
		['without a key', (url) => url.searchParams.delete('k')],
		['with another key', (url) => url.searchParams.set('k', 'f'.repeat(48))],
		['with an empty key', (url) => url.searchParams.set('k', '')],
	])('is not resumed by a call %s, and nothing is read', async (_, change) => {
		const execution = await pausedFor([1_000]);
		await later();

		expect(await execution.call({ url: changed(change) })).toBe(401);
		expect(execution.resumed).toEqual([]);
		expect(statusChecks()).toEqual([]);
	});

	it('verifies with the service that a task is finished, whatever the body says', async () => {
		const execution = await pausedFor([LONG.runningMs]);
		const body = reportOf(task());

		expect(await execution.call({ url: address(), body })).toBe(503);
		expect(execution.resumed).toEqual([]);
	});

	it.each([
		['cannot be reached', { type: 'reset', when: 'before' }],
		['has an internal failure', { type: 'html', status: 502 }],
		['refuses the key', { type: 'answer', status: 401 }],
	] as const)('asks for another callback if the service %s', async (_, effect) => {
		const execution = await pausedFor([1_000]);
		await later();
		service.emulator.addFault({ on: 'status', effect });

		expect(await execution.call({ url: address() })).toBe(503);
		expect(await execution.call({ url: address() })).toBe(200);
		expect(execution.resumed).toHaveLength(1);
	});
});

it('a rejected key is logged, because nothing else shows the callback', async () => {
	const execution = await pausedFor([1_000]);
	await later();
	service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 401 } });
	const log = keepLog();

	expect(await execution.call({ url: address() })).toBe(503);

	expect(log).toEqual([expect.stringContaining("credential: The service didn't accept")]);
	expect(log[0]).toContain('The execution stays paused');
});

it('never rejects: n8n would resume the execution without its data', async () => {
	await pausedFor([1_000]);
	await later();
	const broken = { ...service.credential, baseUrl: 'no URL' };
	const ended = await service.run({ parameters: paused() });
	const execution = pausedExecution(ended, broken);

	expect(await execution.call({ url: address(1) })).toBe(503);
});
