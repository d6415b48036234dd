import { retryOf } from '../engine.mts';
import { PROMPT, runForm, useService } from '../service.mts';

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
		['a server with an internal failure', down],
		['a page of a proxy', { type: 'html', status: 503 }],
		['a page with 200', { type: 'html', status: 200 }],
		['a lost connection', { type: 'reset', when: 'before' }],
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
		expect(error?.description).toMatch(/You weren't charged\.$/);
		expect(service.creates()).toBe(0);
	});

	it('is requested again for up to a minute', async () => {
		const begun = service.time.now();
		detailFails();

		await service.run({ parameters: cat });

		expect(detailReads()).toBeGreaterThan(4);
		expect(service.time.now() - begun).toBeLessThanOrEqual(MINUTE);
	});

	it('is not requested for longer than Max Wait Time', async () => {
		const begun = service.time.now();
		detailFails();

		await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } }),
		});

		expect(service.time.now() - begun).toBeLessThanOrEqual(0.1 * MINUTE);
		expect(service.creates()).toBe(0);
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

it('a task of an earlier attempt is fetched even if its app cannot be read', async () => {
	service.emulator.plan({ runningMs: 10_000 });
	service.time.after(2_000, () => detailFails());

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } }),
		settings: { retryOnFail: true, maxTries: 3 },
	});

	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
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
	const short = runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } });
	const failed = await service.run({ parameters: short });
	await service.time.sleep(2 * HOUR);
	detailFails();

	const { error } = await service.run({ parameters: short, earlier: retryOf(failed) });

	expect(error?.message).toContain("Couldn't load the inputs of app");
	expect(service.creates()).toBe(1);
});

describe('an app that was read less than an hour ago', () => {
	it('is checked against that form, with a hint', async () => {
		await service.run({ parameters: cat });
		detailFails();
		await service.time.sleep(HOUR - 2 * MINUTE);

		const { error, hints } = await service.run({ parameters: cat });

		expect(error).toBeUndefined();
		expect(hints).toEqual([expect.stringContaining('loaded within the last hour')]);
		expect(service.creates()).toBe(2);
	});

	it('is no longer run after that hour', async () => {
		await service.run({ parameters: cat });
		detailFails();
		await service.time.sleep(HOUR - 2 * MINUTE);
		await service.run({ parameters: cat });
		await service.time.sleep(2 * MINUTE);

		const { error } = await service.run({ parameters: cat });

		expect(error?.message).toContain("Couldn't load the inputs of app");
		expect(service.creates()).toBe(2);
	});

	const GONE = { type: 'answer', status: 404, body: { code: 20230, message: 'gone' } };
	const invalid = runForm({ '3:KSampler.steps': 500 });

	it.each([
		['still rejects invalid values', invalid, {}, down, 'must be a number from 1 to 50'],
		[
			'is unknown to another account',
			cat,
			{ apiKey: 'sk-another' },
			down,
			"Couldn't load the inputs of app",
		],
		[
			'is not run if the service says that it is gone',
			cat,
			{},
			GONE,
			'not found or is not accessible',
		],
	])('%s', async (_, parameters, changed, effect, message) => {
		await service.run({ parameters: cat });
		detailFails(Infinity, effect);

		const credential = { ...service.credential, ...changed };
		const { error } = await service.run({ parameters, credential });

		expect(error?.message).toContain(message);
		expect(service.creates()).toBe(1);
	});
});
