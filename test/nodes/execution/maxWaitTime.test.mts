import { retryOf, type Execution } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';

const MINUTE = 60_000;
const FULL = { type: 'answer', status: 429, body: { code: 30040 } } as const;

const service = useService();

function cat(options: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options });
}

/** The first execution of a process loads n8n, and the virtual clock doesn't wait for that. */
beforeEach(async () => {
	await service.run({ parameters: cat(), executionId: 'first' });
});

function fullFor(ms: number): void {
	service.emulator.addFault({ on: 'create', times: Infinity, effect: FULL });
	service.time.after(ms, () => service.emulator.clearFaults());
}

async function minutesOf(execution: Omit<Execution, 'credential'>) {
	const startedAt = service.time.now();
	const ended = await service.run(execution);
	return { ...ended, minutes: (service.time.now() - startedAt) / MINUTE };
}

describe('Max Wait Time', () => {
	it('includes the time that a task waits for its place', async () => {
		service.emulator.plan({ runningMs: 9 * MINUTE });
		fullFor(8 * MINUTE);

		const { error, minutes } = await minutesOf({ parameters: cat({ maxWaitMinutes: 10 }) });

		expect(error?.message).toContain("didn't finish within 10 minutes");
		expect(minutes).toBeLessThan(10.5);
	});

	it('holds for a retry that finds the task of an earlier try at a busy service', async () => {
		service.emulator.plan({ runningMs: 10 * MINUTE });
		const first = await service.run({ parameters: cat({ maxWaitMinutes: 0.1 }) });
		const effect = { ...FULL, headers: { 'retry-after': '300' } };
		service.emulator.addFault({ on: 'status', times: 3, effect });

		const { minutes } = await minutesOf({
			parameters: cat({ maxWaitMinutes: 0.5 }),
			earlier: retryOf(first),
			executionId: '2',
		});

		expect(minutes).toBeLessThan(2);
	});
});

const BUSY = { ...FULL, headers: { 'retry-after': '300' } } as const;

/** For the app that takes a picture. */
async function withPhoto(options: Parameters): Promise<Omit<Execution, 'credential'>> {
	const binary = { data: await photo(service) };
	return {
		parameters: runForm({ '18:LoadImage.image': 'data' }, { options }, 56258),
		items: [{ json: {}, binary }],
		executionId: '2',
	};
}

/** For a model that takes a picture. */
async function modelWithPhoto(options: Parameters): Promise<Omit<Execution, 'credential'>> {
	const { items, executionId } = await withPhoto({});
	const modelParameters = { prompt: 'x', image: { $binary: 'data' } };
	return { parameters: runModel({ modelParameters, options }), items, executionId };
}

describe('no task is created after Max Wait Time', () => {
	it.each([
		{
			where: 'at a storage that is slow',
			fault: { on: 'put', effect: { type: 'delay', ms: MINUTE }, times: 1 },
			message: /wait time was over/,
			advice: "Raise the option 'Max Wait Time'.",
		},
		{
			where: 'if uploads are refused for long',
			fault: { on: 'token', effect: BUSY, times: 3 },
			message: /^Couldn't upload .*busy/,
			advice: 'Try again later, or process fewer items at once.',
		},
	] as const)('$where', async ({ fault, message, advice }) => {
		const before = service.emulator.tasks().length;
		service.emulator.addFault(fault);

		const { error } = await service.run(await withPhoto({ maxWaitMinutes: 0.5 }));

		expect(error?.message).toMatch(message);
		expect(error?.description).toContain(advice);
		expect(error?.description).toContain(FREE);
		expect(service.emulator.tasks()).toHaveLength(before);
	});

	it('of a model whose file took that long', async () => {
		service.emulator.addFault({ on: 'put', effect: { type: 'delay', ms: MINUTE }, times: 1 });

		const { error } = await service.run(await modelWithPhoto({ maxWaitMinutes: 0.5 }));

		expect(error?.message).toMatch(/wait time was over/);
		expect(error?.description).toContain(FREE);
		expect(service.emulator.modelTasks()).toEqual([]);
	});
});

it('Return Current Status says that the task has no outputs yet', async () => {
	service.emulator.plan({ queuingMs: 600_000 });

	const { outputs, hints } = await service.run({
		parameters: cat({ onTimeout: 'return', maxWaitMinutes: 0.5 }),
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Queuing', outputs: [] });
	expect(hints).toContainEqual(expect.stringMatching(/^Not finished: 1 task\./));
});

it('Return Current Status fails at Max Wait Time if no status was ever read', async () => {
	service.emulator.addFault({ on: 'status', effect: BUSY, times: Infinity });
	const parameters = cat({ onTimeout: 'return', maxWaitMinutes: 0.5 });

	const { error, minutes } = await minutesOf({ parameters });

	expect(error?.message).toContain("The task didn't finish within 30 seconds (request ID ");
	expect(minutes).toBeLessThan(1);
});

it('a task that finishes at the very moment of Max Wait Time is returned, not stopped', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 6_200 });
	const late = { on: 'status', skip: 1, times: 1, effect: { type: 'delay', ms: 500 } } as const;
	service.time.after(5_990, () => service.emulator.addFault(late));

	const { outputs } = await service.run({
		parameters: cat({ maxWaitMinutes: 0.1, onTimeout: 'stop' }),
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({
		status: 'Success',
		billed_seconds: expect.any(Number),
	});
});
