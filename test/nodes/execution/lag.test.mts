import { checkOf } from '../inputChecks.mts';
import { PROMPT, runForm, useService } from '../service.mts';

/**
 * How late the node is: service finished -> node returned, one task at a time on virtual time, so
 * that the figures are those of the schedule and not of the machine.
 */
const service = useService();

describe('an app of which three tasks have been seen, each in an execution of its own', () => {
	it('a task is polled every 1 to 3 s until it has left the queue, from the first time on', async () => {
		for (let n = 0; n < 3; n++) await lagOf(60_000);
		service.emulator.plan({ notFoundMs: 0, queuingMs: 20_000, runningMs: 40_000 });
		await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });

		const { createdAt = NaN, requestId } = service.emulator.tasks().at(-1) ?? {};
		const polls = statusCalls().filter(({ path }) => path.endsWith(String(requestId)));
		const times = [createdAt, ...polls.map(({ at }) => at)];
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? NaN));
		const whileQueued = pauses.filter((_, index) => (times[index] ?? NaN) < createdAt + 20_000);
		expect(whileQueued.length).toBeGreaterThanOrEqual(7);
		expect(Math.min(...whileQueued)).toBeGreaterThanOrEqual(1_000);
		expect(Math.max(...whileQueued)).toBeLessThanOrEqual(3_000);
		expect(Math.max(...pauses)).toBe(10_000);
	});

	it('is told apart by account', async () => {
		for (let n = 0; n < 4; n++) await lagOf(7_000);
		const known = looks();
		const metadataUrl = `${service.emulator.metaUrl}/`.replace('127.0.0.1', 'localhost');
		await lagOf(7_000, { credential: { ...service.credential, metadataUrl } });

		expect(looks() - known).toBeGreaterThan(5);
	});
});

it('a retry polls the task of an earlier try as if the app were not known', async () => {
	for (let n = 0; n < 3; n++) await lagOf(60_000);

	const lag = await lagOf(60_000, {
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.75 } }),
		settings: { retryOnFail: true, maxTries: 2 },
	});

	expect(service.creates()).toBe(4);
	// The longest pause where nothing is known.
	expect(lag).toBeLessThanOrEqual(3.1);
});

/** Runs a task of so many milliseconds; returns the seconds from its end to the end of the node. */
async function lagOf(
	duration: number,
	execution: Partial<Parameters<typeof service.run>[0]> = {},
): Promise<number> {
	service.emulator.plan({
		queuingMs: duration * 0.1,
		preparingMs: duration * 0.1,
		runningMs: duration * 0.8,
	});
	await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }), ...execution });
	return (service.time.now() - (service.emulator.tasks().at(-1)?.finishedAt ?? NaN)) / 1000;
}

function looks(): number {
	return statusCalls().length;
}

function statusCalls() {
	return service.emulator.requests().filter(({ operation }) => operation === 'status');
}

describe('what finished tasks of an app cost', () => {
	const service = useService({ noInferenceSeconds: false });

	const form = runForm({ [PROMPT]: 'a cat' });
	const getApp = { ...checkOf(form), operation: 'get', simplify: true };

	async function seenBy(parameters: typeof form, more: object = {}) {
		const { outputs, error } = await service.run({ parameters, ...more });
		expect(error).toBeUndefined();
		return outputs[0]?.[0]?.json.billed_seconds_seen;
	}

	async function runFor(runningMs: number, more: object = {}) {
		service.emulator.plan({ runningMs, ...more }, { times: 1 });
		const settings = { onError: 'continueRegularOutput' } as const;
		const { outputs } = await service.run({ parameters: form, settings });
		return outputs[0]?.[0]?.json.billed_seconds;
	}

	it('App: Get and App: Check Inputs show what finished tasks of the app cost', async () => {
		const billed = [await runFor(2_000), await runFor(20_000), await runFor(9_000)];
		await runFor(60_000, { outcome: 'Failed' });

		const [min, median, max] = billed.map(Number).sort((a, b) => a - b);
		const expected = { tasks: 3, median, max };
		expect([min !== median, median !== max]).toEqual([true, true]);
		expect(await seenBy(checkOf(form))).toEqual(expected);
		expect(await seenBy(getApp)).toEqual(expected);
	});

	it('they show nothing before a task was seen, for other apps and for other accounts', async () => {
		expect(await seenBy(checkOf(form))).toBeUndefined();
		await runFor(2_000);
		const otherApp = checkOf(runForm({}, {}, 54716));
		const metadataUrl = service.emulator.metaUrl.replace('127.0.0.1', 'localhost');
		const baseUrl = service.emulator.apiUrl.replace('127.0.0.1', 'localhost');
		const credential = { ...service.credential, baseUrl, metadataUrl };

		expect(await seenBy(checkOf(form))).toMatchObject({ tasks: 1 });
		expect(await seenBy(otherApp)).toBeUndefined();
		expect(await seenBy(checkOf(form), { credential })).toBeUndefined();
		expect(await seenBy(getApp, { credential })).toBeUndefined();
	});

	it('App: Get with Simplify off returns the record only', async () => {
		await runFor(2_000);

		expect(await seenBy({ ...getApp, simplify: false })).toBeUndefined();
	});
});
