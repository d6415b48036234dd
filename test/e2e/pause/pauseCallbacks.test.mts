import { waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { after, chain, items, pausingRun, start } from '../stage/pauseWorkflows.mts';
import {
	begin,
	call,
	createsOf,
	delivered,
	deliveriesOf,
	ended,
	beginPaused,
	jsonOf,
	latestCallbackUrl,
} from '../stage/pausing.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

/** Longer than a test: such a task ends only when the emulator is reset. */
const LONG_MS = 600_000;

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

beforeEach(() => stage.emulator.reset());

/** One item for each duration; a second node, which pauses as well, creates the image again. */
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

const statusOf = async (id: string) => (await waitForExecution(stage.rest, id, 30_000)).status;

test('a callback that arrives before the execution is paused is repeated and processed', async () => {
	// The first task finishes while the node still waits for the response to the second create.
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	stage.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'delay', ms: 1_500 } });
	const id = await begin(stage, chain('Early', start, items(2), pausingRun('Run App'), after()));

	const execution = await ended(stage, id);

	expect(jsonOf(execution, 'After')).toMatchObject([{ status: 'Success' }, { status: 'Success' }]);
	const [first] = stage.emulator.tasks();
	// n8n responds with 409, or with 500 while it has stored nothing of the execution yet.
	expect(deliveriesOf(stage, first?.requestId)[0]?.status).toBeGreaterThanOrEqual(409);
	expect(createsOf(stage)).toBe(2);
});

test('last callbacks that arrive at the same moment resume the execution once', async () => {
	stage.emulator.plan({ runningMs: 3_000, callback: { copies: 3, gapMs: 0 } });
	const id = await begin(stage, twoPauses(3));

	const execution = await ended(stage, id);

	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject([{ n: 0 }, { n: 1 }, { n: 2 }]);
	expect(execution.runs['Between']).toHaveLength(1);
	expect(execution.runs['After']).toHaveLength(1);
	expect(createsOf(stage)).toBe(6);
});

test('a slow duplicate that arrives while a second node is paused runs nothing twice', async () => {
	stage.emulator.plan({ runningMs: 2_000, callback: { copies: 2, gapMs: 0 } }, { times: 1 });
	stage.emulator.plan({ runningMs: LONG_MS });
	// Of the two status checks of the first task, one takes until the execution is paused at the second
	// node.
	stage.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 5_000 } });
	const id = await begin(stage, twoPauses(1));
	await waitUntil('the second task', async () => stage.emulator.tasks()[1], { timeoutMs: 60_000 });
	const [first] = stage.emulator.tasks();
	await delivered(stage, first?.requestId, 2);

	expect(await statusOf(id)).toBe('waiting');
	expect(createsOf(stage)).toBe(2);
	const execution = await waitForExecution(stage.rest, id, 10_000);
	expect(execution.runs['Between']).toHaveLength(1);
	expect(execution.runs['Second']).toHaveLength(1);
});

test("a callback is accepted but doesn't resume the execution while other tasks are running", async () => {
	stage.emulator.plan({ runningMs: 2_000 }, { times: 1 });
	stage.emulator.plan({ runningMs: LONG_MS });
	const id = await begin(stage, chain('Half', start, items(2), pausingRun('Run App'), after()));
	await waitUntil('both tasks', async () => stage.emulator.tasks()[1], { timeoutMs: 60_000 });
	await delivered(stage, stage.emulator.tasks()[0]?.requestId);

	expect(await statusOf(id)).toBe('waiting');
});

describe('an execution that is paused for a long task', () => {
	let id: string;
	let url: URL;

	beforeEach(async () => {
		stage.emulator.plan({ runningMs: LONG_MS, notFoundMs: 0 });
		id = await beginPaused(stage, chain('Long', start, items(1), pausingRun('Run App'), after()));
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

test('late and repeated callbacks of a finished execution change nothing', async () => {
	stage.emulator.plan({ runningMs: 1_000 });
	const id = await begin(stage, chain('Late', start, items(1), pausingRun('Run App'), after()));
	await ended(stage, id);

	const answers = await Promise.all(
		Array.from({ length: 5 }, () => call(latestCallbackUrl(stage))),
	);

	expect(answers).toEqual(Array(5).fill(409));
	expect(createsOf(stage)).toBe(1);
});

test("a late callback of the first node doesn't resume the second", async () => {
	stage.emulator.plan({ runningMs: 1_000 }, { times: 1 });
	stage.emulator.plan({ runningMs: LONG_MS });
	const id = await begin(stage, twoPauses(1));
	await waitUntil('the first task', async () => stage.emulator.tasks()[0], { timeoutMs: 60_000 });
	const first = latestCallbackUrl(stage);
	await waitUntil('the second task', async () => stage.emulator.tasks()[1], { timeoutMs: 60_000 });
	await waitUntil(
		'the execution to pause again',
		async () => ((await statusOf(id)) === 'waiting' && (await call(first)) === 401) || undefined,
		{ timeoutMs: 60_000 },
	);

	expect(await statusOf(id)).toBe('waiting');
	expect(createsOf(stage)).toBe(2);
});
