import type { FaultEffect } from '../../../emulator/index.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

/** Executions of one account side by side, each with an app of its own. */
const service = useService();

const SHORT = { queuingMs: 0, preparingMs: 0, runningMs: 2_000 };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A sample app with the same inputs. */
const BUSY_APP = 57106;

function paint(options: Parameters, more: Parameters = {}, appId = PICTURE_APP): Parameters {
	const inputs = { [PROMPT]: '={{ $json.prompt }}' };
	return runForm(inputs, { options, ...more }, appId);
}

function items(count: number) {
	return Array.from({ length: count }, (_, n) => ({ json: { prompt: `cat ${n}` } }));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begun = service.time.now();
	await work();
	return service.time.now() - begun;
}

/** How long 20 tasks of two seconds take, five at a time. */
function batch(): Promise<number> {
	return timed(async () => {
		const { error } = await service.run({
			parameters: paint({ maxAtATime: 5 }),
			items: items(20),
		});
		expect(error).toBeUndefined();
	});
}

/** What it takes alone is a little less. */
const BATCH_MS = 11 * SECOND;

function appIdIn(body: unknown): unknown {
	return (body as { readonly web_app_id?: unknown } | undefined)?.web_app_id;
}

function createsOf(appId: number): number[] {
	return service.emulator
		.requests()
		.filter(({ operation, body }) => operation === 'create' && appIdIn(body) === appId)
		.map(({ at }) => at);
}

/** An execution of another app, whose creates are refused. */
function runRefused(effect: FaultEffect, count = 1) {
	service.emulator.addFault({ on: 'create', appId: BUSY_APP, times: Infinity, effect });
	return service.run({
		parameters: paint({ maxWaitMinutes: 20, maxAtATime: count }, {}, BUSY_APP),
		items: items(count),
		settings: { onError: 'continueRegularOutput' },
	});
}

describe('beside an app without a free node', () => {
	beforeEach(() => service.emulator.plan(SHORT));

	it('20 tasks of another app take no longer', async () => {
		const refused = runRefused({ type: 'refuse', code: 30015 });
		await service.time.sleep(MINUTE);

		expect(await batch()).toBeLessThan(BATCH_MS);
		await refused;
	});
});

describe('creates without an answer', () => {
	const delayed = (ms: number, times: number) =>
		service.emulator.addFault({ on: 'create', times, effect: { type: 'delay', ms } });

	beforeEach(() => service.emulator.plan(SHORT));

	it('four that take 55 s hold up no other execution', async () => {
		delayed(55_000, 4);
		const slow = service.run({ parameters: paint({ maxAtATime: 10 }), items: items(4) });
		await service.time.sleep(SECOND);

		const beside = await timed(() => service.run({ parameters: paint({}), items: items(1) }));

		expect(beside).toBeLessThan(5 * SECOND);
		await slow;
	});

	it('40 items, 20 at a time, leave soon although each create takes 2 s', async () => {
		delayed(2_000, Infinity);
		const parameters = paint({ maxAtATime: 20 }, { waitMode: 'none' });

		const took = await timed(() => service.run({ parameters, items: items(40) }));

		expect(took).toBeLessThan(15 * SECOND);
	});
});

describe('a refusal for how fast creates come', () => {
	it('makes all wait, and teaches no number of tasks', async () => {
		service.emulator.plan(SHORT);
		const effect = { type: 'refuse', code: 50600 } as const;
		service.emulator.addFault({ on: 'create', effect, times: 1 });

		const took = await batch();

		const times = createsOf(PICTURE_APP);
		const [first = 0] = times;
		const inThePause = times.filter((at) => at > first + 100 && at < first + 400);
		expect(inThePause).toEqual([]);
		expect(took).toBeLessThan(BATCH_MS);
	});

	it('fails at once if it is by the day', async () => {
		const effect = { type: 'refuse', code: 50603 } as const;
		service.emulator.addFault({ on: 'create', effect, times: Infinity });

		const ended = await service.run({ parameters: paint({}), items: items(1) });

		expect(ended.error?.message).toContain('The service is busy');
		expect(ended.error?.description).toContain(FREE);
		expect(service.creates()).toBe(1);
	});
});
