import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

it("500 items in one execution: one task each, in order, and one failure doesn't affect the others", async () => {
	const items = Array.from({ length: 500 }, (_, n) => ({
		json: { prompt: `cat ${n}`, steps: n === 250 ? 500 : 5 },
	}));

	const { outputs } = await service.run({
		parameters: runForm(
			{ [PROMPT]: '={{ $json.prompt }}', '3:KSampler.steps': '={{ $json.steps }}' },
			{ options: { maxAtATime: 20 } },
		),
		items,
		settings: { onError: 'continueRegularOutput' },
	});

	expect(service.creates()).toBe(499);
	const ids = new Map(
		service.emulator.tasks().map((task) => [task.requestId, task.inputValues[PROMPT]]),
	);
	const prompts = outputs[0]?.map(({ json }) => ids.get(String(json.request_id)) ?? json.details);
	expect(prompts).toEqual(
		items.map(({ json }, n) =>
			n === 250 ? expect.objectContaining({ kind: 'input', status: 'NotCreated' }) : json.prompt,
		),
	);
});

it('a refusal slows all items down, and each gets exactly one task', async () => {
	const busy = {
		type: 'answer',
		status: 429,
		body: { code: 30040 },
		headers: { 'retry-after': '9' },
	} as const;
	service.emulator.addFault({ on: 'create', effect: busy, times: 6 });
	const begun = service.time.now();

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { options: { maxAtATime: 10 } }),
		items: Array.from({ length: 20 }, (_, n) => ({ json: { prompt: `cat ${n}` } })),
	});

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()).toHaveLength(20);
	expect(service.creates()).toBe(26);
	const inTheGap = service.emulator
		.requests()
		.filter(
			({ operation, at }) => operation === 'create' && at > begun + 1_000 && at < begun + 9_000,
		);
	expect(inTheGap).toEqual([]);
});

it('tasks of an app with similar durations are polled when they are expected to finish', async () => {
	const items = Array.from({ length: 50 }, (_, n) => ({ json: { prompt: `cat ${n}` } }));
	items.forEach((_, n) =>
		service.emulator.plan(
			{ queuingMs: 0, preparingMs: 0, runningMs: 8_000 + ((n * 1_733) % 4_000) },
			{ times: 1 },
		),
	);

	await service.run({ parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }), items });

	const statusChecks =
		service.emulator.requests().filter(({ operation }) => operation === 'status').length /
		items.length;
	expect(statusChecks).toBeLessThan(5);
});

it('100 items of 2 s, ten at the same time, take hardly longer than their tasks', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 2_000 });
	const begun = service.time.now();

	await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { options: { maxAtATime: 10 } }),
		items: Array.from({ length: 100 }, (_, n) => ({ json: { prompt: `cat ${n}` } })),
	});

	expect(service.time.now() - begun).toBeLessThan(22_000);
});

describe('a full service, with Return Immediately', () => {
	const full = { type: 'answer', status: 429, body: { code: 30040, message: 'full' } } as const;

	it.each<[string, Parameters, number]>([
		['five minutes', {}, 5],
		['as long as Max Wait Time says', { maxWaitMinutes: 30 }, 30],
	])('gets retries for %s', async (_, limits, minutes) => {
		service.emulator.addFault({ on: 'create', effect: full, times: Infinity });
		const begun = service.time.now();

		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', limits }),
		});

		expect(error?.message).toContain('busy');
		const tookMs = service.time.now() - begun;
		expect(tookMs).toBeGreaterThan((minutes - 1) * 60_000);
		expect(tookMs).toBeLessThanOrEqual(minutes * 60_000);
	});
});
