import type { Ended } from './engine.mts';
import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const json = ({ outputs }: Ended) => (outputs[0] ?? []).map((item) => item.json);
const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);
const operations = () => service.emulator.requests().map(({ operation }) => operation);

/** Runs the app for three items with a prefix that the service does not know. */
function run(more: Parameters, settings = {}): Promise<Ended> {
	return service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, more),
		credential: { ...service.credential, taskHeaderPrefix: 'X-Acme-Task-' },
		items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
		settings,
	});
}

const callbackUrl = 'http://127.0.0.1:1/webhook/x';
const MODES: readonly (readonly [string, Parameters])[] = [
	['Return Immediately', { waitMode: 'none' }],
	['Return Immediately and Call URL', { waitMode: 'callback', callbackUrl }],
	['Pause Execution', { waitMode: 'pause' }],
	['Wait for Result', { waitMode: 'poll' }],
];

describe.each(MODES)("a service that doesn't support the task headers: %s", (_, mode) => {
	it('uses the results in the responses to the creates', async () => {
		const ended = await run(mode);

		expect(ended.error).toBeUndefined();
		expect(ended.run.data.waitTill).toBeUndefined();
		expect(json(ended)).toMatchObject(
			ids().map((request_id) => ({ request_id, status: 'Success', outputs: [{ ok: true }] })),
		);
		expect(operations()).toEqual(['detail', 'create', 'create', 'create']);
	});

	it('shows one hint about Task Header Prefix above the output', async () => {
		const { hints } = await run(mode);

		expect(hints.filter((hint) => hint.includes("Check 'Task Header Prefix'"))).toHaveLength(1);
	});

	const tooLate = { type: 'processThenAnswer', status: 504 } as const;

	it('a task that takes too long is unconfirmed, and the advice names the prefix', async () => {
		service.emulator.addFault({ on: 'create', effect: tooLate, times: Infinity });

		const { error } = await run(mode);

		expect(error?.message).toContain("didn't confirm whether the task was created");
		expect(error?.description).toContain('The task may exist');
		expect(error?.description).toContain("check 'Task Header Prefix'");
	});

	it('a task that takes too long is sent once, however often the node is retried', async () => {
		service.emulator.addFault({ on: 'create', effect: tooLate, times: Infinity });

		await run(mode, { retryOnFail: true, maxTries: 3 });

		expect(service.creates()).toBe(3);
		expect(service.emulator.tasks()).toHaveLength(3);
	});
});

it.each([
	['Return Immediately and Call URL', { waitMode: 'callback', callbackUrl }],
	['Pause Execution', { waitMode: 'pause' }],
])('%s says that no callback will come', async (_, mode) => {
	const { hints } = await run(mode);

	expect(hints.join()).toContain("won't send a callback");
});

it('Keep Connection Open needs no task headers', async () => {
	const ended = await run({ waitMode: 'keepOpen' });

	expect(json(ended)).toMatchObject(ids().map((request_id) => ({ request_id })));
	expect(ended.hints.join()).not.toContain('Task Header Prefix');
	expect(service.creates()).toBe(3);
});

it.each(MODES)("%s: a failed task doesn't lead to a second one", async (_, mode) => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

	const ended = await run(mode, { onError: 'continueRegularOutput' });

	expect(service.creates()).toBe(3);
	expect(JSON.stringify(json(ended))).toContain('Out of memory');
});
