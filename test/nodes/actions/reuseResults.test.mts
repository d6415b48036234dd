import type { IBinaryData } from 'n8n-workflow';
import { serviceTime } from '../../../emulator/time/serviceTime.mts';
import { processMemory } from '../../../nodes/AiApp/io/processMemory';
import { storedFile } from '../binaryStore.mts';
import { type Ended, retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { photo } from '../photo.mts';
import { collections, PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const SEED = '30:Seed (rgthree).seed';

/** A prompt of its own for each test: the memory of the process outlives them. */
let prompts = 0;
let prompt = '';
beforeEach(() => {
	prompts += 1;
	prompt = `cat number ${prompts}`;
});

function cat(options: Parameters = {}, values: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm(
		{ [PROMPT]: prompt, ...values },
		{ ...collections({ reuseResults: true, ...options }), ...more },
	);
}

async function jsonOf(parameters: Parameters, more = {}) {
	const { outputs } = await service.run({ parameters, ...more });
	return outputs[0]?.[0]?.json;
}

it('returns the result of an earlier task with the same inputs', async () => {
	const first = await jsonOf(cat());
	const second = await jsonOf(cat());

	expect(second).toMatchObject({
		request_id: first?.request_id,
		url: first?.url,
		reused: true,
		billed_seconds: 0,
	});
	expect(service.creates()).toBe(1);
});

it('returns also what was finished while the option was off', async () => {
	const first = await jsonOf(cat({ reuseResults: false }));

	expect(await jsonOf(cat())).toMatchObject({ reused: true, request_id: first?.request_id });
});

it('returns it also after other accounts have filled the memory of the process', async () => {
	await jsonOf(cat());
	const forms = processMemory.section<string>('appForms');
	for (let n = 0; n < 20_100; n++) forms.set(`another ${n}:1`, 'a form', 200);

	expect(await jsonOf(cat())).toHaveProperty('reused', true);
});

it.each([
	[
		'that run at the same time each get a task, and a hint says so',
		3,
		3,
		'No result was reused for 2 items',
	],
	['that run one after the other share the first task', 1, 1, '2 results reused.'],
])('equal items %s', async (_, maxAtATime, creates, hint) => {
	const items = inputItems(3);

	const { hints, outputs } = await service.run({ parameters: cat({ maxAtATime }), items });

	expect(hints.filter((each) => each.includes('reused'))).toEqual([expect.stringContaining(hint)]);
	expect(outputs[0]?.filter(({ json }) => json.reused === true)).toHaveLength(3 - creates);
	expect(service.creates()).toBe(creates);
});

it.each([
	['several variations', { variations: 2 }],
	['random seeds', { seedMode: 'random' }],
])('equal items with %s are meant to have tasks of their own', async (_, options) => {
	const { hints } = await service.run({ parameters: cat(options), items: inputItems(2) });

	expect(hints.join()).not.toContain('No result was reused');
});

it("an item doesn't wait for the task of an equal one", async () => {
	service.emulator.plan({ runningMs: 600_000 }, { times: 1 });
	const slow = service.run({ parameters: cat() });
	await service.time.sleep(10_000);
	const begun = service.time.now();

	await service.run({ parameters: cat() });

	expect(service.time.now() - begun).toBeLessThan(60_000);
	expect(service.creates()).toBe(2);
	await slow;
});

describe('a result that a retry has fetched', () => {
	const fetchByRetry = (options: Parameters = {}) =>
		service.run({
			parameters: cat({ maxWaitMinutes: 0.2, ...options }),
			settings: { retryOnFail: true, maxTries: 3 },
		});
	/** "Retry with currently saved workflow". */
	function retryWith(parameters: Parameters, failed: Ended) {
		const data = retryOf(failed);
		data.executionData?.nodeExecutionStack.forEach(({ node }) => {
			node.parameters = { ...node.parameters, ...parameters };
		});
		return data;
	}
	beforeEach(() => service.emulator.plan({ runningMs: 20_000 }));

	it('is reused', async () => {
		await fetchByRetry();

		expect(await jsonOf(cat(), { executionId: '2' })).toHaveProperty('reused', true);
		expect(service.creates()).toBe(1);
	});

	it.each<[string, Parameters, Parameters]>([
		['another seed', {}, { [SEED]: 2 }],
		['another seed under the same Idempotency Key', { idempotencyKey: 'order 17' }, { [SEED]: 2 }],
	])('is reused for what was sent, and not for %s of the retry', async (_, options, values) => {
		const { idempotencyKey } = options;
		const sent = (more: Parameters = {}) => cat({ idempotencyKey, ...more }, { [SEED]: 1 });
		const failed = await service.run({ parameters: sent({ maxWaitMinutes: 0.1 }) });
		const parameters = cat(options, values);
		const retried = await jsonOf(parameters, { earlier: retryWith(parameters, failed) });
		expect(retried).toHaveProperty('status', 'Success');
		expect(service.creates()).toBe(1);

		const another = await jsonOf(parameters, { executionId: '2' });

		expect(another).toHaveProperty('status', 'Success');
		expect(another).not.toHaveProperty('reused');
		expect(await jsonOf(sent(), { executionId: '3' })).toHaveProperty('reused', true);
	});
});

it.each([
	['is reused if it expires in eleven minutes', 11, 1],
	['is not reused if it expires in nine minutes', 9, 2],
	['is reused if the time of its expiry is no time', undefined, 1],
])('a result %s', async (_, minutes, creates) => {
	await jsonOf(cat());
	const expired_at = minutes ? serviceTime(service.time.now() + minutes * 60_000) : 'soon';
	const body = { code: 20000, data: { status: 'Success', expired_at } };
	service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } });

	await jsonOf(cat());

	expect(service.creates()).toBe(creates);
});

describe('creates a task', () => {
	it.each<[string, () => Parameters, () => Parameters]>([
		['for another prompt', () => cat(), () => cat({}, { [PROMPT]: `${prompt}!` })],
		['for another seed', () => cat({}, { [SEED]: 1 }), () => cat({}, { [SEED]: 2 })],
		['for random seeds', () => cat({ seedMode: 'random' }), () => cat({ seedMode: 'random' })],
		['for variations', () => cat(), () => cat({ variations: 2 })],
		['if the option is off', () => cat(), () => cat({ reuseResults: false })],
		['in a mode that waits for nothing', () => cat(), () => cat({}, {}, { waitMode: 'none' })],
	])('it creates one %s', async (_, first, second) => {
		await jsonOf(first());
		const before = service.creates();

		expect(await jsonOf(second())).not.toHaveProperty('reused');
		expect(service.creates()).toBeGreaterThan(before);
	});

	it('another account gets a task of its own', async () => {
		await jsonOf(cat());
		const { apiUrl } = service.emulator;
		const baseUrl = apiUrl.replace('127.0.0.1', 'localhost');
		const credential = { ...service.credential, baseUrl };

		const json = await jsonOf(cat(), { credential });

		expect(json).toMatchObject({ status: 'Success' });
		expect(json).not.toHaveProperty('reused');
	});

	it.each([
		['that ended badly', { outcome: 'Failed' }],
		['with a rejected output', { outputs: 'partial' }],
	] as const)('a task %s is not reused', async (_, plan) => {
		service.emulator.plan(plan, { times: 1 });
		await service.run({ parameters: cat() });

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
	});

	it.each([
		['no longer knows the task', 1, { status: 404, body: { code: 30009 } }],
		['says that it failed', 1, { status: 200, body: { code: 20000, data: { status: 'Failed' } } }],
		['does not answer for a minute', 15, { status: 503, body: {} }],
	])('it creates one if the service %s', async (_, times, answer) => {
		await jsonOf(cat());
		const before = service.creates();
		const effect = { type: 'answer', ...answer } as const;
		service.emulator.addFault({ on: 'status', effect, times });

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
		expect(service.creates()).toBe(before + 1);
	});
});

it('costs nothing, also in the summary', async () => {
	await jsonOf(cat());
	const { outputs, hints } = await service.run({ parameters: cat(), items: inputItems(2) });

	expect(outputs[0]?.map(({ json }) => json.billed_seconds)).toEqual([0, 0]);
	expect(hints).toEqual(['2 results reused.']);
});

describe('a result of work with files is reused', () => {
	/** Another one for each test: the memory of the process outlives them. */
	let grayPoint = 10;
	beforeEach(() => {
		grayPoint += 1;
	});

	const LEVELS_APP = 56258;

	async function runWith(data: IBinaryData, reuseResults = true) {
		const parameters = runForm(
			{ '18:LoadImage.image': 'data', '27:LayerColor: Levels.gray_point': grayPoint },
			{ options: { reuseResults } },
			LEVELS_APP,
		);
		const { outputs } = await service.run({ parameters, items: [{ json: {}, binary: { data } }] });
		return outputs[0]?.[0]?.json;
	}

	it('files count by their contents, not by their names or where n8n stores them', async () => {
		const first = await runWith(await photo(service, 'one.png'));
		const second = await runWith(await photo(service, 'two.png'));

		expect(second).toMatchObject({ reused: true, request_id: first?.request_id });
	});

	it('files with other contents or another type create a task', async () => {
		await runWith(await photo(service));
		const other = await storedFile(Buffer.from('GIF89a'), 'photo.png', 'image/png');

		expect(await runWith(other)).not.toHaveProperty('reused');
		expect(await runWith(await photo(service, 'photo.webp'))).not.toHaveProperty('reused');
		expect(service.creates()).toBe(3);
	});
	it('files are only read twice while the option is on, so nothing is remembered before', async () => {
		await runWith(await photo(service), false);

		expect(await runWith(await photo(service))).not.toHaveProperty('reused');
	});
});
