import { waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { after, chain, items, pausingRun, start } from '../stage/pauseWorkflows.mts';
import {
	begin,
	call,
	createsOf,
	delivered,
	deliveriesOf,
	beginPaused,
	jsonOf,
	LONG_MS,
	latestCallbackUrl,
	resumed,
} from '../stage/pausing.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

/** Such a task ends when the clock is moved by that, and then others still run. */
const SHORT_MS = 60_000;

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

/** A second node, which pauses as well, creates the image of each item again. */
function twoPauses(count: number) {
	return chain(
		'Two pauses',
		start,
		items(count),
		pausingRun('First'),
		after('Between'),
		pausingRun('Second'),
		after(),
	);
}

function secondTask() {
	return waitUntil('the second task', async () => stage.emulator.tasks()[1], { timeoutMs: 60_000 });
}

const statusOf = async (id: string) => (await waitForExecution(stage.rest, id, 30_000)).status;

describe('callbacks of an execution', () => {
	beforeEach(() => stage.emulator.reset());

	test('a callback that arrives before the execution is paused is repeated and processed', async () => {
		// The first task finishes while the node still waits for the response to the second create.
		stage.emulator.plan({ runningMs: 0 });
		stage.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'delay', ms: 1_500 } });
		const id = await begin(stage, chain('Early', start, items(2), pausingRun('Run App'), after()));
		const called = async () => stage.emulator.deliveries()[0];
		await waitUntil('the first callback', called, { timeoutMs: 60_000 });
		await stage.emulator.clock.advance(1_500);

		const execution = await resumed(stage, id);

		expect(jsonOf(execution, 'After')).toMatchObject([
			{ status: 'Success' },
			{ status: 'Success' },
		]);
		const [first] = stage.emulator.tasks();
		// n8n responds with 409, or with 500 while it has stored nothing of the execution yet.
		expect(deliveriesOf(stage, first?.requestId)[0]?.status).toBeGreaterThanOrEqual(409);
		expect(createsOf(stage)).toBe(2);
	});

	test('last callbacks that arrive at the same moment resume the execution once', async () => {
		stage.emulator.plan({ runningMs: LONG_MS, callback: { copies: 3, gapMs: 0 } });
		const id = await begin(stage, twoPauses(3));

		const execution = await resumed(stage, id);

		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'After')).toMatchObject([{ n: 0 }, { n: 1 }, { n: 2 }]);
		expect(execution.runs['Between']).toHaveLength(1);
		expect(execution.runs['After']).toHaveLength(1);
		expect(createsOf(stage)).toBe(6);
	});

	test('a slow duplicate that arrives while a second node is paused runs nothing twice', async () => {
		stage.emulator.plan({ runningMs: SHORT_MS, callback: { copies: 2, gapMs: 0 } }, { times: 1 });
		stage.emulator.plan({ runningMs: LONG_MS });
		// Of the two status checks of the first task, one takes until the execution is paused at the second
		// node.
		stage.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 5_000 } });
		const id = await beginPaused(stage, twoPauses(1));
		await stage.emulator.clock.advance(SHORT_MS);
		await secondTask();
		expect(await statusOf(id)).toBe('waiting');
		await stage.emulator.clock.advance(5_000);
		const [first] = stage.emulator.tasks();
		await delivered(stage, first?.requestId, 2);

		expect(await statusOf(id)).toBe('waiting');
		expect(createsOf(stage)).toBe(2);
		const execution = await waitForExecution(stage.rest, id, 10_000);
		expect(execution.runs['Between']).toHaveLength(1);
		expect(execution.runs['Second']).toHaveLength(1);
	});

	test("a callback is accepted but doesn't resume the execution while other tasks are running", async () => {
		stage.emulator.plan({ runningMs: SHORT_MS }, { times: 1 });
		stage.emulator.plan({ runningMs: LONG_MS });
		const nodes = [start, items(2), pausingRun('Run App'), after()];
		const id = await beginPaused(stage, chain('Half', ...nodes));
		await stage.emulator.clock.advance(SHORT_MS);
		await delivered(stage, stage.emulator.tasks()[0]?.requestId);

		expect(await statusOf(id)).toBe('waiting');
	});

	test('late and repeated callbacks of a finished execution change nothing', async () => {
		stage.emulator.plan({ runningMs: LONG_MS });
		const id = await begin(stage, chain('Late', start, items(1), pausingRun('Run App'), after()));
		await resumed(stage, id);

		const answers = await Promise.all(
			Array.from({ length: 5 }, () => call(latestCallbackUrl(stage))),
		);

		expect(answers).toEqual(Array(5).fill(409));
		expect(createsOf(stage)).toBe(1);
	});

	test("a late callback of the first node doesn't resume the second", async () => {
		stage.emulator.plan({ runningMs: SHORT_MS }, { times: 1 });
		stage.emulator.plan({ runningMs: LONG_MS });
		const id = await beginPaused(stage, twoPauses(1));
		const first = latestCallbackUrl(stage);
		await stage.emulator.clock.advance(SHORT_MS);
		await secondTask();
		await waitUntil(
			'the execution to pause again',
			async () => ((await statusOf(id)) === 'waiting' && (await call(first)) === 401) || undefined,
			{ timeoutMs: 60_000 },
		);

		expect(await statusOf(id)).toBe('waiting');
		expect(createsOf(stage)).toBe(2);
	});
});

describe('an execution that is paused for a long task', () => {
	let id: string;
	let url: URL;

	beforeAll(async () => {
		stage.emulator.reset();
		stage.emulator.plan({ runningMs: LONG_MS });
		id = await beginPaused(stage, chain('Long', start, items(1), pausingRun('Run App'), after()));
	});

	beforeEach(() => {
		url = latestCallbackUrl(stage);
	});

	test.each<[string, number, (address: URL) => void]>([
		['without its key', 401, (address) => address.searchParams.delete('k')],
		['with a wrong key', 401, (address) => address.searchParams.set('k', '0'.repeat(48))],
		['with two keys', 401, (address) => address.searchParams.append('k', '1')],
		['without the proof of n8n', 401, (address) => address.searchParams.delete('signature')],
		['at another path', 404, (address) => void (address.pathname += 'x')],
		['although its task is running', 503, () => {}],
		['for a task that is none of its', 200, (address) => address.searchParams.set('t', '7')],
		['for no number', 200, (address) => address.searchParams.set('t', '__proto__')],
	])('is not resumed by a callback %s (%i)', async (_, status, change) => {
		change(url);
		const forged = {
			request_id: 'made-up',
			status: 'Success',
			outputs: [{ object_url: 'http://x' }],
		};

		expect(await call(url, forged)).toBe(status);
		expect(await statusOf(id)).toBe('waiting');
	});
});
