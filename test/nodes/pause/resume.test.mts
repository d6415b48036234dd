import { retryOf, type Execution } from '../engine.mts';
import { keepLog } from '../logBook.mts';
import { useService } from '../service.mts';
import { pausedExecution } from './pausedExecution.mts';
import { usePausedExecutions } from './pausedExecutions.mts';
import { LONG, MINUTE_MS, paused } from './pausedRuns.mts';

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

	it('checks up to five tasks at a time', async () => {
		const execution = await pausedFor(Array<number>(12).fill(1_000));
		await later();
		const effect = { type: 'delay', ms: 1_000 } as const;
		service.emulator.addFault({ on: 'status', times: Infinity, effect });
		const calledAt = service.time.now();

		expect(await execution.call({ url: address(0) })).toBe(200);

		// One second for the caller, then one for each five of the others.
		const tookMs = service.time.now() - calledAt;
		expect(tookMs).toBeGreaterThanOrEqual(4_000);
		expect(tookMs).toBeLessThan(5_000);
	});

	it('returns the records as they were sent if Simplify is off', async () => {
		const parameters = paused({}, { simplify: false });
		const execution = await pausedFor([1_000], { parameters });
		await later();

		await execution.call({ url: address() });

		expect(execution.resumed[0]?.[0]).toHaveProperty('cost_times');
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

	it.each([
		['uses the outputs in a callback only for the task that sent it', 1, {}],
		["reads outputs that the callback doesn't contain", 0, { outputs: [] }],
		['reads outputs itself if the callback has more than 2 MB', 0, { more: ' '.repeat(2 ** 21) }],
	])('%s', async (_, caller, changed) => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();
		await execution.call({ url: address(caller), body: { ...reportOf(task(0)), ...changed } });

		expect(JSON.stringify(execution.resumed)).not.toContain('reported.png');
		expect(execution.resumed[0]).toMatchObject([{ outputs: [{ ok: true }] }, {}]);
	});

	it.each([
		['a failed status check is left to the next callback', 'status', 1, 503],
		['outputs of a finished task that fail twice are read again at once', 'outputs', 3, 200],
	] as const)('%s', async (_, on, calls, response) => {
		const execution = await pausedFor([1_000]);
		await later();
		service.emulator.addFault({ on, times: 2, effect: { type: 'answer', status: 500 } });

		expect(await execution.call({ url: address() })).toBe(response);

		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations.filter((operation) => operation === on)).toHaveLength(calls);
		expect(execution.resumed).toHaveLength(response === 200 ? 1 : 0);
	});

	it('gives the outputs in a callback to none of the other tasks', async () => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();
		await execution.call({ url: address(0), body: reportOf(task(0)) });

		const [own, other] = execution.resumed[0] ?? [];
		expect(JSON.stringify(own)).toContain('reported.png');
		expect(JSON.stringify(other)).not.toContain('reported.png');
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

	it('asks for another callback if the status of another task is not known', async () => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();
		const effect = { type: 'html', status: 502 } as const;
		service.emulator.addFault({ on: 'status', requestId: task(1), effect });

		expect(await execution.call({ url: address(0) })).toBe(503);
		expect(await execution.call({ url: address(0) })).toBe(200);
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

describe('a paused execution resumes once', () => {
	it('simultaneous callbacks resume it once', async () => {
		const execution = await pausedFor([1_000, 1_000]);
		await later();

		const calls = Array.from({ length: 10 }, (_, n) => execution.call({ url: address(n % 2) }));

		expect(await Promise.all(calls)).toEqual(Array(10).fill(200));
		expect(execution.resumed).toHaveLength(1);
	});

	it('it may pause again before a slow duplicate is processed', async () => {
		const execution = await pausedFor([1_000]);
		await later();
		service.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 4_000 } });

		const slow = execution.call({ url: address() });
		expect(await execution.call({ url: address() })).toBe(200);
		execution.pauseAgain();

		expect(await slow).toBe(200);
		expect(execution.resumed).toHaveLength(1);
	});
});

it('an execution that pauses in each turn of a loop resumes each time, by the URL of that turn', async () => {
	const parameters = paused();
	service.emulator.plan({ runningMs: 1_000, notFoundMs: 0, callback: { copies: 0 } });
	const first = await service.run({ parameters });
	await later();
	expect(await pausedExecution(first, service.credential).call({ url: address(0) })).toBe(200);
	const turn = await service.run({ parameters, earlier: first.run.data });
	const second = await service.run({ parameters, earlier: turn.run.data });
	await later();
	const execution = pausedExecution(second, service.credential);

	expect(await execution.call({ url: address(0) })).toBe(401);
	expect(await execution.call({ url: address(1) })).toBe(200);
	expect(execution.resumed).toMatchObject([[{ request_id: task(1), status: 'Success' }]]);
});

describe("a task that didn't succeed", () => {
	const failing = () =>
		service.emulator.plan(
			{ runningMs: 1_000, outcome: 'Failed', errorMessage: 'no luck', callback: { copies: 0 } },
			{ times: 1 },
		);

	it.each([
		['continueRegularOutput', { status: 'NotCreated' }],
		['continueErrorOutput', {}],
	] as const)('keeps its place, also if it was never created, with %s', async (onError, more) => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const execution = await pausedFor([1_000, 1_000], { settings: { onError } });
		await later();
		await execution.call({ url: address(1) });

		const details: unknown = expect.objectContaining({ kind: expect.any(String) });
		const [failed, other] = execution.resumed[0] ?? [];
		expect(failed).toEqual({ error: expect.any(String), details, ...more });
		expect(other).toMatchObject({ status: 'Success' });
	});

	it('has the format that n8n sends to the error output if there is one', async () => {
		failing();
		const execution = await pausedFor([1_000], { settings: { onError: 'continueErrorOutput' } });
		await later();
		await execution.call({ url: address() });

		expect(Object.keys(execution.resumed[0]?.[0] ?? {})).toEqual(['error', 'details']);
	});

	it.each(['rejected', 'error', 'none'] as const)(
		'because its outputs are %s has its status too',
		async (outputs) => {
			service.emulator.plan({ outputs });
			service.emulator.plan({ runningMs: 1_000, outputs, callback: { copies: 0 } }, { times: 1 });
			const execution = await pausedFor([1_000]);
			await later();
			await execution.call({ url: address() });

			expect(execution.resumed[0]).toMatchObject([
				{ status: 'Success', error: expect.any(String) },
			]);
		},
	);
});

describe('an item whose task of an earlier try has no result', () => {
	const SHORT = { runningMs: 2_000, notFoundMs: 0, callback: { copies: 0 } };
	const useless = { ...SHORT, outputs: 'rejected' } as const;

	/** Paused in a retry, for the second task of its item. */
	async function pausedAgain(plan: object, settings: Execution['settings'] = {}) {
		service.emulator.plan(useless, { times: 1 });
		const first = await service.run({ parameters: paused({}, { waitMode: 'poll' }) });
		service.emulator.plan(plan, { times: 1 });
		const parameters = paused();
		const earlier = retryOf(first, { parameters, ...settings });
		return service.run({ parameters, settings, earlier, executionId: '2' });
	}

	it.each([
		['it', SHORT],
		['it, also where the next one has none', useless],
	])('names %s, with the billed seconds of both', async (_, plan) => {
		const execution = pausedExecution(await pausedAgain(plan), service.credential);
		await later();
		await execution.call({ url: address() });

		const history = { billed_seconds: 3.2, earlier_request_ids: [task(0)] };
		const details = { request_id: task(1), ...history };
		expect(execution.resumed[0]).toMatchObject([
			{ request_id: task(1), ...history, ...(plan === useless && { details }) },
		]);
	});

	it.each([
		['the item', {}],
		['its details, at the error output', { onError: 'continueErrorOutput' }],
	] as const)('is named after Max Wait Time in %s', async (_, settings) => {
		const { run } = await pausedAgain(LONG, settings);
		const { outputs } = await service.run({
			...{ parameters: paused(), settings, earlier: run.data, executionId: '2' },
		});

		const [json] = outputs.flat().map((item) => item.json);
		const history = { billed_seconds: 1.6, earlier_request_ids: [task(0)] };
		expect(json?.['details'] ?? json).toMatchObject({ request_id: task(1), ...history });
	});
});

describe('the result of a finished task, while the execution waits for others', () => {
	/** A paused execution whose first task has finished, with a callback of that one. */
	async function halfFinished() {
		const first = service.emulator.tasks().length;
		const execution = await pausedFor([1_000, 20 * MINUTE_MS]);
		await later();
		const { requestId } = service.emulator.tasks()[first] ?? {};
		const reads = () =>
			service.emulator.requests().filter(({ operation, path }) => {
				return operation === 'status' && path.includes(String(requestId));
			}).length;
		const callback = (item: number) => execution.call({ url: address(first + item) });
		expect(await callback(0)).toBe(200);
		return { callback, reads };
	}

	it('is read only once', async () => {
		const { callback, reads } = await halfFinished();
		const before = reads();
		await callback(0);

		expect(reads()).toBe(before);
	});
});
