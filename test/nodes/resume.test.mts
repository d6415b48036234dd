import { useService } from './service.mts';
import { LONG, MINUTE_MS, paused } from './pausedRuns.mts';
import { keepLog } from './randomDay/logBook.mts';
import { putToSleep } from './sleeper.mts';
import { useSleepers } from './sleepers.mts';

const service = useService();
const { asleepFor, address, later } = useSleepers(service);

const task = (item = 0) => service.emulator.tasks()[item]?.requestId;
const outputs = [{ object_url: 'https://files.example.com/reported.png', output_ext: '.png' }];
const reportOf = (requestId: unknown) => ({ request_id: requestId, status: 'Success', outputs });
const looks = () => service.emulator.requests().filter(({ operation }) => operation === 'status');

function changed(change: (url: URL) => void): URL {
	const url = address();
	change(url);
	return url;
}

describe('a sleeping execution', () => {
	it('wakes with one item for each input item, in order', async () => {
		const sleeper = await asleepFor([3_000, 1_000, 2_000]);
		await later();

		expect(await sleeper.call({ url: address(2) })).toBe(200);

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(sleeper.woken).toHaveLength(1);
		expect(sleeper.woken[0]?.map((json) => json['request_id'])).toEqual(ids);
		expect(sleeper.woken[0]).toMatchObject(
			Array(3).fill({ status: 'Success', app_id: 54663, outputs: [{ ok: true }] }),
		);
	});

	it('sleeps on while a task goes on, asking of the caller and of one that is pending', async () => {
		const sleeper = await asleepFor([1_000, LONG.runningMs, LONG.runningMs]);
		await later();

		expect(await sleeper.call({ url: address(0) })).toBe(200);
		expect(sleeper.woken).toEqual([]);
		expect(looks().length).toBeLessThanOrEqual(3);
	});

	it('asks for an end that it has seen no second time', async () => {
		const sleeper = await asleepFor([1_000, 20 * MINUTE_MS]);
		await later();
		await sleeper.call({ url: address(0) });
		await later();
		await later();
		await sleeper.call({ url: address(1) });

		expect(sleeper.woken).toHaveLength(1);
		const first = service.emulator.tasks()[0]?.requestId;
		expect(looks().filter(({ path }) => path.includes(String(first)))).toHaveLength(1);
	});

	it('costs three calls for one task: the app, the create, and its state', async () => {
		const sleeper = await asleepFor([7_000]);
		await later();
		await sleeper.call({ url: address(), body: reportOf(task()) });

		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations).toEqual(['detail', 'create', 'status']);
		expect(sleeper.woken[0]).toMatchObject([{ outputs: [{ ok: true, mime_type: 'image/png' }] }]);
	});

	it('takes from a callback the outputs of the task that calls, and of no other', async () => {
		const sleeper = await asleepFor([1_000, 1_000]);
		await later();
		await sleeper.call({ url: address(1), body: reportOf(task(0)) });

		expect(JSON.stringify(sleeper.woken)).not.toContain('reported.png');
	});

	it('asks for outputs that the callback does not hold', async () => {
		const sleeper = await asleepFor([1_000]);
		await later();
		await sleeper.call({ url: address(), body: { ...reportOf(task()), outputs: [] } });

		expect(sleeper.woken[0]).toMatchObject([{ outputs: [{ ok: true }] }]);
	});

	it.each<[string, (url: URL) => void]>([
		['without a key', (url) => url.searchParams.delete('k')],
		['with another key', (url) => url.searchParams.set('k', 'f'.repeat(48))],
		['with an empty key', (url) => url.searchParams.set('k', '')],
	])('is not woken, and nothing is asked, by a call %s', async (_, change) => {
		const sleeper = await asleepFor([1_000]);
		await later();

		expect(await sleeper.call({ url: changed(change) })).toBe(401);
		expect(sleeper.woken).toEqual([]);
		expect(looks()).toEqual([]);
	});

	it('believes the service, not the body, that a task has ended', async () => {
		const sleeper = await asleepFor([LONG.runningMs]);
		const body = reportOf(task());

		expect(await sleeper.call({ url: address(), body })).toBe(503);
		expect(sleeper.woken).toEqual([]);
	});

	it.each([
		['cannot be reached', { type: 'reset', when: 'before' }],
		['has trouble of its own', { type: 'html', status: 502 }],
		['refuses the key', { type: 'answer', status: 401 }],
	] as const)('is called again when the service %s', async (_, effect) => {
		const sleeper = await asleepFor([1_000]);
		await later();
		service.emulator.addFault({ on: 'status', effect });

		expect(await sleeper.call({ url: address() })).toBe(503);
		expect(await sleeper.call({ url: address() })).toBe(200);
		expect(sleeper.woken).toHaveLength(1);
	});
});

it('a refused key leaves a line in the log, because nobody sees the callback', async () => {
	const sleeper = await asleepFor([1_000]);
	await later();
	service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 401 } });
	const log = keepLog();

	expect(await sleeper.call({ url: address() })).toBe(503);

	expect(log).toEqual([expect.stringContaining("credential: The service didn't accept")]);
	expect(log[0]).toContain('The execution goes on sleeping');
});

it('never rejects: n8n would wake the execution without its data', async () => {
	await asleepFor([1_000]);
	await later();
	const broken = { ...service.credential, baseUrl: 'no address' };
	const ended = await service.run({ parameters: paused() });
	const sleeper = putToSleep(ended, broken);

	expect(await sleeper.call({ url: address(1) })).toBe(503);
});
