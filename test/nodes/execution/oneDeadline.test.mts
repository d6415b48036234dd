import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../../emulator/index.mts';
import type { Ended, Execution } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { photo } from '../photo.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const MINUTE = 60_000;

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;

function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
}

/** For the app that takes a picture. */
async function withPhoto(options: Parameters): Promise<Pick<Execution, 'items' | 'parameters'>> {
	const items = [{ json: {}, binary: { data: await photo(service) } }];
	return { items, parameters: runForm({ '18:LoadImage.image': 'data' }, { options }, 56258) };
}

const jsonOf = ({ outputs }: Ended) => outputs[0]?.[0]?.json;
const detailsOf = (ended: Ended) => (jsonOf(ended)?.details ?? {}) as IDataObject;
const requestsOf = (on: Operation) =>
	service.emulator.requests().filter(({ operation }) => operation === on).length;

/** The service asks for as much patience. */
function busy(on: Operation, seconds: number, times = Infinity): void {
	const headers = { 'retry-after': String(seconds) };
	service.emulator.addFault({ on, times, effect: { type: 'answer', status: 503, headers } });
}

/** The service takes no task for as long. */
function full(seconds: number, times: number, skip = 0): void {
	const headers = { 'retry-after': String(seconds) };
	const effect = { type: 'answer', status: 429, body: { code: 30040 }, headers } as const;
	service.emulator.addFault({ on: 'create', skip, times, effect });
}

async function minutesOf(execution: Omit<Execution, 'credential'>) {
	const startedAt = service.time.now();
	const ended = await service.run({ settings: continues, ...execution });
	return { ended, minutes: (service.time.now() - startedAt) / MINUTE };
}

/** The first execution of a process loads n8n, and the virtual clock doesn't wait for that. */
beforeEach(async () => {
	await service.run({ parameters: cat({}, { waitMode: 'none' }), executionId: 'first' });
	service.emulator.reset();
});

describe('outputs that are paid for', () => {
	const TOOL = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

	it.each<[string, Parameters, object, number]>([
		['Max Wait Time of a minute', { maxWaitMinutes: 1 }, {}, 1],
		['the five minutes of an agent', {}, TOOL, 5],
	])('are waited for half a minute longer than %s', async (_, limits, settings, limit) => {
		service.emulator.plan({ runningMs: 2_000 });
		busy('outputs', 300);

		const { minutes } = await minutesOf({
			parameters: cat(limits),
			settings: { ...continues, ...settings },
		});

		expect(requestsOf('outputs')).toBeGreaterThan(0);
		expect(minutes).toBeLessThan(limit + 0.6);
	});

	it('are waited for as long by Task: Wait for Completion', async () => {
		const created = await service.run({ parameters: cat({}, { waitMode: 'none' }) });
		const limits = { options: { maxWaitMinutes: 1 } };
		busy('outputs', 300);

		const { minutes } = await minutesOf({
			parameters: onTask('wait', String(jsonOf(created)?.request_id), limits),
			executionId: '2',
		});

		expect(requestsOf('outputs')).toBeGreaterThan(0);
		expect(minutes).toBeLessThan(1.6);
	});

	it('are returned if they come within that time', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 57_000 });
		busy('outputs', 10, 1);

		const { ended, minutes } = await minutesOf({ parameters: cat({ maxWaitMinutes: 1 }) });

		expect(jsonOf(ended)).toMatchObject({ status: 'Success', url: expect.any(String) });
		expect(minutes).toBeGreaterThan(1);
	});
});

describe('nothing before the task is waited for longer than Max Wait Time', () => {
	it.each<Operation>(['token', 'put', 'commit'])('an upload: %s', async (on) => {
		const execution = await withPhoto({ maxWaitMinutes: 1 });
		busy(on, 300);

		const { ended, minutes } = await minutesOf(execution);

		expect(requestsOf(on)).toBeGreaterThan(0);
		expect(service.creates()).toBe(0);
		expect(detailsOf(ended).status).toBe('NotCreated');
		expect(minutes).toBeLessThan(1.1);
	});

	it('the record of an app that nobody has read before', async () => {
		busy('detail', 300);
		const options = { maxWaitMinutes: 0.5 };

		const { ended, minutes } = await minutesOf({
			parameters: runForm({ [PROMPT]: 'a cat' }, { options }, 57106),
		});

		expect(service.creates()).toBe(0);
		expect(detailsOf(ended).status).toBe('NotCreated');
		expect(minutes).toBeLessThan(0.6);
	});

	it('a service that is full', async () => {
		full(300, Infinity);

		const { ended, minutes } = await minutesOf({ parameters: cat({ maxWaitMinutes: 0.5 }) });

		expect(service.creates()).toBeGreaterThan(0);
		expect(detailsOf(ended).kind).toBeDefined();
		expect(minutes).toBeLessThan(0.6);
	});

	it('all together', async () => {
		const execution = await withPhoto({ maxWaitMinutes: 1 });
		service.emulator.plan({ runningMs: 60 * MINUTE });
		busy('token', 15, 1);
		busy('commit', 15, 1);
		full(15, 1);

		const { ended, minutes } = await minutesOf(execution);

		expect(detailsOf(ended)).toMatchObject({ kind: 'timeout', request_id: expect.any(String) });
		expect(minutes).toBeLessThan(1.1);
	});
});

describe('a pause ends at Max Wait Time of the item, not later', () => {
	const PAUSED = cat({ maxWaitMinutes: 60 }, { waitMode: 'pause' });

	it.each([1, 3])(
		'where the service was full for 50 of 60 minutes, for %i items',
		async (items) => {
			service.emulator.plan({ runningMs: 300 * MINUTE, callback: { copies: 0 } });
			full(300, 10, items - 1);
			const startedAt = service.time.now();

			const { run } = await service.run({ parameters: PAUSED, items: inputItems(items) });

			expect(service.emulator.tasks()).toHaveLength(items);
			const minutes = (Number(run.waitTill) - startedAt) / MINUTE;
			expect(minutes).toBeGreaterThan(59);
			expect(minutes).toBeLessThan(62);
		},
	);
});

describe('Keep Connection Open', () => {
	const HELD = cat({}, { waitMode: 'keepOpen' });

	it.each([500, 1_500])(
		'asks for outputs that come %i ms after the answer',
		async (outputsLateMs) => {
			service.emulator.plan({ outputs: 'late', outputsLateMs });

			const ended = await service.run({ parameters: HELD, settings: continues });

			expect(jsonOf(ended)).toMatchObject({ status: 'Success', url: expect.any(String) });
		},
	);

	it('asks two or three times for outputs that never come', async () => {
		service.emulator.plan({ outputs: 'none' });

		const ended = await service.run({ parameters: HELD, settings: continues });

		expect(detailsOf(ended)).toMatchObject({ kind: 'empty_output', status: 'Success' });
		expect([2, 3]).toContain(requestsOf('outputs'));
	});
});
