import type { IRunExecutionData } from 'n8n-workflow';
import { retryOf } from '../engine.mts';
import { checkOf } from '../inputChecks.mts';
import { FREE } from '../moneySentences.mts';
import { PROMPT, runForm, useService, onTask } from '../service.mts';
import { callNode } from '../toolCalls.mts';

const service = useService();

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const cat = runForm({ [PROMPT]: 'a cat' });

const down = { type: 'answer', status: 500, body: '' } as const;

/** The app cannot be read, this often. */
function detailFails(times = Infinity, effect: object = down): void {
	service.emulator.addFault({ on: 'detail', times, effect: effect as typeof down });
}

function detailReads(): number {
	return service.emulator.requests().filter(({ operation }) => operation === 'detail').length;
}

describe("an app whose inputs can't be read", () => {
	it.each([
		['a page of a proxy', { type: 'html', status: 503 }],
		[
			'a service that asks for an hour of patience',
			{
				...{ type: 'answer', status: 429, body: '{"code":30039}' },
				headers: { 'retry-after': '3600' },
			},
		],
	])('is not run, for %s', async (_, effect) => {
		detailFails(Infinity, effect);

		const { error } = await service.run({ parameters: cat });

		expect(error?.message).toMatch(/^Couldn't load the inputs of app 54663\. /);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('is requested again for up to a minute', async () => {
		const begun = service.time.now();
		detailFails();

		await service.run({ parameters: cat });

		expect(detailReads()).toBeGreaterThan(4);
		expect(service.time.now() - begun).toBeLessThanOrEqual(MINUTE);
	});

	it('is run if the service is back within the minute', async () => {
		detailFails(5);

		const { error, hints } = await service.run({ parameters: cat });

		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(service.creates()).toBe(1);
	});

	it('is read once for all items of a batch, and again in the next attempt', async () => {
		detailFails(1, { ...down, status: 401 });
		const items = [1, 2, 3].map(() => ({ json: {} }));

		const { error } = await service.run({
			parameters: cat,
			items,
			settings: { retryOnFail: true, maxTries: 2 },
		});

		expect(error).toBeUndefined();
		expect(detailReads()).toBe(2);
	});

	it('creates no task if On Error is Continue', async () => {
		detailFails();
		const items = [1, 2, 3].map(() => ({ json: {} }));

		const { outputs } = await service.run({
			parameters: cat,
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.map(({ json }) => json.details)).toEqual(
			items.map(() => expect.objectContaining({ kind: 'service_error', status: 'NotCreated' })),
		);
		expect(service.creates()).toBe(0);
	});
});

it("an existing task is fetched even if the app of another item can't be read", async () => {
	const run = {
		parameters: runForm({ [PROMPT]: '={{ $json.cat }}' }, { options: { maxAtATime: 1 } }),
		items: [{ json: { cat: 'black' } }, { json: { cat: 'white' } }],
		settings: { onError: 'continueRegularOutput' } as const,
	};
	service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20050 }, skip: 1 });
	const first = await service.run(run);
	await service.time.sleep(2 * HOUR);
	detailFails();

	const { outputs } = await service.run({ ...run, earlier: retryOf(first) });

	expect(outputs[0]).toMatchObject([
		{ json: { status: 'Success' } },
		{ json: { error: expect.stringContaining("Couldn't load the inputs of app") } },
	]);
});

it("a failed task doesn't lead to a new one with unchecked inputs", async () => {
	service.emulator.plan({ runningMs: 10_000, outcome: 'Failed' });
	const short = runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.1 } });
	const failed = await service.run({ parameters: short });
	await service.time.sleep(2 * HOUR);
	detailFails();

	const { error } = await service.run({ parameters: short, earlier: retryOf(failed) });

	expect(error?.message).toContain("Couldn't load the inputs of app");
	expect(service.creates()).toBe(1);
});

it.each([
	[
		'is requested again by the next execution, and not run if that fails',
		down,
		/^Couldn't load the/,
	],
	[
		'is not run if the service says that it is gone',
		{ type: 'answer', status: 404, body: { code: 20230, message: 'gone' } },
		/not found or is not accessible/,
	],
])('an app that was read a minute ago %s', async (_, effect, message) => {
	await service.run({ parameters: cat });
	detailFails(Infinity, effect);
	await service.time.sleep(MINUTE);

	const { error } = await service.run({ parameters: cat });

	expect(error?.message).toMatch(message);
	expect(service.creates()).toBe(1);
});

/** The operations of the service that were called. */
const calls = (operation: string) =>
	service.emulator.requests().filter((request) => request.operation === operation).length;

function answerOn(on: 'detail' | 'outputs' | 'status', body: string | object): void {
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on, times: Infinity, effect });
}

const success = { request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:20' };

describe('an answer out of bounds', () => {
	const getOutputs = onTask('getOutputs', 'r-1', { downloadFiles: false });

	it.each([
		['with too many levels', '['.repeat(200_000)],
		['with too many values', `[${'0,'.repeat(300_000)}0]`],
	])('%s is not requested again', async (_, body) => {
		answerOn('status', { code: 20000, data: success });
		answerOn('outputs', body);

		const { error } = await service.run({ parameters: getOutputs });

		expect(error?.message).toMatch(/^The response (is nested|contains more)/);
		expect(calls('outputs')).toBe(1);
	});
});

/** An app with these inputs besides its prompt. */
function offer(nodes: readonly object[]): void {
	const prompt = { variable_name: PROMPT, field_type: 'string', field_value: 'a cat' };
	answerOn('detail', { code: 20000, data: { input_nodes: [prompt, ...nodes] } });
}

const texts = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ variable_name: `${n}:T.text`, field_type: 'string' }));

const choices = (count: number) => Array.from({ length: count }, (_, n) => `choice ${n}`);

const choice = (name: string, count: number) => ({
	variable_name: name,
	field_type: 'combo',
	field_options: JSON.stringify(choices(count)),
});

describe('an app', () => {
	const cat = runForm({ [PROMPT]: 'a cat' });
	const items = Array.from({ length: 20 }, (_, n) => ({ json: { n } }));

	it.each([
		['more than 2,000 inputs', texts(2_000)],
		['more than 20,000 choices', [choice('1:A.a', 10_000), choice('2:B.b', 10_001)]],
		[
			'levels deep',
			[{ ...choice('1:A.a', 1), field_options: `${'['.repeat(101)}${']'.repeat(101)}` }],
		],
	])('with %s is rejected, and requested once for all items', async (message, nodes) => {
		offer(nodes);

		for (const parameters of [cat, checkOf(cat)]) {
			const before = calls('detail');
			const { error } = await service.run({ parameters, items });
			expect(error?.message).toContain(message);
			expect(error?.description).toContain('Choose another app');
			expect(calls('detail') - before).toBe(1);
		}
		const failing = {
			parameters: checkOf(cat),
			items,
			settings: { onError: 'continueRegularOutput' },
		};
		await service.run(failing as never);
		expect(calls('detail')).toBe(3);
		expect(service.creates()).toBe(0);
	});

	it('with as many is run', async () => {
		offer([...texts(1_997), choice('1:A.a', 10_000), choice('2:B.b', 10_000)]);

		const { outputs } = await service.run({ parameters: checkOf(cat) });

		expect(outputs[0]?.[0]?.json).toMatchObject({ valid: true });
	});
});

it.each([
	['as a list', (urls: readonly string[]) => urls.map((object_url) => ({ object_url }))],
	['by kind', (urls: readonly string[]) => ({ images: urls })],
])('an item has the first 1,000 outputs of a task that has more: %s', async (_, sent) => {
	const urls = Array.from({ length: 1_200 }, (_, n) => `https://files.example.com/${n}.png`);
	answerOn('status', { code: 20000, data: success });
	answerOn('outputs', { code: 20000, data: { ...success, outputs: sent(urls) } });
	const parameters = onTask('getOutputs', 'r-1', { downloadFiles: false });

	const { outputs, hints } = await service.run({ parameters });

	const listed = outputs[0]?.[0]?.json['outputs'] as readonly { readonly url: string }[];
	expect(listed.map(({ url }) => url)).toEqual(urls.slice(0, 1_000));
	expect(hints).toEqual([expect.stringContaining('up to 1,000 outputs')]);
});

/** What a model gets of a task with these outputs. */
async function itemFor(outputs: unknown, more: object = {}, type?: string) {
	const record = { request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:14' };
	const body = { code: 20000, data: { ...record, outputs } };
	for (const on of ['status', 'outputs'] as const)
		service.emulator.addFault({ on, effect: { type: 'answer', status: 200, body } });
	const [item] = await callNode({
		credential: service.credential,
		parameters: onTask('getOutputs', 'r-1', { downloadFiles: false, ...more }),
		data: { resultData: { runData: {} } } as IRunExecutionData,
		...(type !== undefined && { type }),
	});
	return item?.json ?? {};
}

const files = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ object_url: `https://cdn.example/${n}.png` }));

it('a model gets twenty outputs, and is told how many more there are', async () => {
	const { note, outputs } = await itemFor(files(50));

	expect(outputs).toHaveLength(20);
	expect(note).toBe('30 more outputs are left out here.');
});

it('twenty outputs need no note', async () => {
	const item = await itemFor(files(20));

	expect(item['outputs']).toHaveLength(20);
	expect(item).not.toHaveProperty('note');
});

it('a workflow gets all of them', async () => {
	const item = await itemFor(files(50), {}, 'n8n-nodes-ai-app-tasks.aiApp');

	expect(item['outputs']).toHaveLength(50);
	expect(item).not.toHaveProperty('note');
});
