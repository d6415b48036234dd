import { watchNodeRuns, type NodeRuns } from '../randomDay/nodeRuns.mts';
import { keepLog } from '../randomDay/logBook.mts';
import type { Parameters } from '../instance.mts';
import { inputItems, LONG, MINUTE_MS } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();
let log: string[] = [];
let runs: NodeRuns;

beforeAll(() => {
	log = keepLog();
	runs = watchNodeRuns(() => service.time.now());
});

const options = { maxAtATime: 2, allowPrivateCallbackUrl: true };

function run(waitMode: string): Parameters {
	const callbackUrl = 'https://elsewhere.example.com/hook';
	return runForm({ [PROMPT]: 'a cat' }, { waitMode, callbackUrl, options });
}

const EACH_MS = 500;
const CREATE_MS = 2_000;
/** After so long a create, a pausing node checks whether its tasks are finished. */
const SLOW_CREATE_MS = 31_000;

/** Each request takes its time, so a stop falls into every one of them, and between them. */
function makeSlow(createMs: number): void {
	const { emulator } = service;
	emulator.plan({ ...LONG, queuingMs: 4_000, preparingMs: 2_000, callback: { copies: 0 } });
	const delays = { create: createMs, model: CREATE_MS, status: 800, modelStatus: 800 } as const;
	for (const [on, ms] of Object.entries({ ...delays, cancel: 700, interrupt: 700 }))
		emulator.addFault({ on: on as never, times: Infinity, effect: { type: 'delay', ms } });
}

const UNCONFIRMED = /didn't confirm whether/;
const STILL_RUNS = /may still be running|is still running/;

/** Tasks that neither ended nor are said to run; without a response, no ID can be told. */
function unnamed(): string[] {
	const { emulator } = service;
	let doubts = log.filter((line) => UNCONFIRMED.test(line)).length;
	const named = log.filter((line) => STILL_RUNS.test(line));
	const running = [...emulator.tasks(), ...emulator.modelTasks()].filter(
		({ status, requestId }) =>
			status !== 'Canceled' && !named.some((line) => line.includes(requestId)),
	);
	return running.flatMap(({ requestId }) => (doubts-- > 0 ? [] : [requestId]));
}

it.each([
	['App: Run, Wait for Result', run('poll'), CREATE_MS],
	['App: Run, Keep Connection Open', run('keepOpen'), CREATE_MS],
	['App: Run, Return Immediately', run('none'), CREATE_MS],
	['App: Run, Return Immediately with Callback', run('callback'), CREATE_MS],
	['App: Run, Pause Execution', run('pause'), CREATE_MS],
	['App: Run, Pause Execution after slow creates', run('pause'), SLOW_CREATE_MS],
	['Model: Run, Wait for Result', runModel({ options }), CREATE_MS],
	['Model: Run, Return Immediately', runModel({ waitMode: 'none', options }), CREATE_MS],
])('%s: whenever it is stopped, no task keeps running unnamed', async (_, parameters, createMs) => {
	const { emulator, time } = service;
	const found: Record<number, string[]> = {};
	for (let ms = 250; ms < 2 * createMs + 12_000; ms += EACH_MS) {
		emulator.reset();
		log.splice(0);
		makeSlow(createMs);
		const onStart = (stop: () => void) => time.after(ms, stop);
		const onError = (['stopWorkflow', 'continueRegularOutput'] as const)[(ms / EACH_MS - 0.5) % 2];
		const execution = { parameters, items: inputItems(3), onStart, settings: { onError } };
		const ended = await service.run(execution as never);
		await runs.ended();
		await time.sleep(MINUTE_MS);
		const names = ended.run.status === 'canceled' ? unnamed() : [];
		if (names.length > 0) found[ms] = names;
	}

	expect(found).toEqual({});
});
