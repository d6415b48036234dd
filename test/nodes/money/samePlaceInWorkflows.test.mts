import type { INode, IRun, IRunExecutionData } from 'n8n-workflow';
import { mockTime, retryOf } from '../engine.mts';
import { NODE_NAME, type Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, runModel, useService } from '../service.mts';
import { runsOf, runWorkflow, storedData, type Wire, type WorkflowNode } from '../workflowRuns.mts';

const service = useService();

const OWN = NODE_NAME;
const FIXED = 'a cat';
/** Another text in each try. */
const RANDOM = '={{ "a cat " + Math.random() }}';
const cat = (text: string): Parameters =>
	runForm({ [PROMPT]: text }, { options: { maxWaitMinutes: 0.1 } });

const LATE = { runningMs: 10_000 };
const retries = { retryOnFail: true, maxTries: 2 } as const;

type Workflow = { readonly nodes: readonly WorkflowNode[]; readonly wires: readonly Wire[] };
type Run = Workflow & {
	readonly text?: string;
	readonly items?: number;
	readonly settings?: Partial<INode>;
	readonly earlier?: IRunExecutionData;
	readonly executionId?: string;
};

function run({ text = RANDOM, items = 1, settings = retries, ...more }: Run): Promise<IRun> {
	const { credential } = service;
	return runWorkflow({
		...more,
		settings,
		credential,
		parameters: cat(text),
		items: inputItems(items),
	});
}

/** Each part continues in a process of its own, whose monotonic clock begins at zero. */
async function runWithPauses(workflow: Run): Promise<IRun> {
	let ended = await run(workflow);
	for (let pauses = 0; ended.waitTill && pauses < 9; pauses++) {
		await service.time.sleep(60_000);
		mockTime(service.time);
		ended = await run({ ...workflow, earlier: storedData(ended) });
	}
	return ended;
}

const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);

/** The request ID in each run of the node. */
function foundIn(ended: IRun): unknown[] {
	return runsOf(ended).map(({ data }) => data?.main?.flat()[0]?.json.request_id);
}

const START = { name: 'Start', type: 'first' } as const;
const LOOP = { name: 'Loop', type: 'loop' } as const;
const WAIT = {
	name: 'Wait',
	type: 'wait',
	parameters: { until: '={{ Date.now() + 60000 }}' },
} as const;

const LOOPED: Workflow = {
	nodes: [START, LOOP],
	wires: [
		['Start', 'Loop'],
		['Loop', OWN, 1],
		[OWN, 'Loop'],
	],
};
const PAUSING: Workflow = {
	nodes: [START, LOOP, WAIT],
	wires: [
		['Start', 'Loop'],
		['Loop', OWN, 1],
		[OWN, 'Wait'],
		['Wait', 'Loop'],
	],
};
const TWO_CONNECTIONS: Workflow = {
	nodes: [START, { name: 'A', type: 'first' }, { name: 'B', type: 'first' }],
	wires: [
		['Start', 'A'],
		['Start', 'B'],
		['A', OWN],
		['B', OWN],
	],
};

const NESTED = (reset: string): Workflow => ({
	nodes: [
		START,
		{ name: 'Outer', type: 'loop' },
		{ name: 'Loop', type: 'loop', parameters: { reset } },
	],
	wires: [
		['Start', 'Outer'],
		['Outer', 'Loop', 1],
		['Loop', OWN, 1],
		[OWN, 'Loop'],
		['Loop', 'Outer'],
	],
});

describe.each([
	['the same text', FIXED],
	['a text that differs in each try', RANDOM],
])('with %s,', (_, text) => {
	it.each<[string, Workflow, number, number]>([
		['turn of a loop', LOOPED, 3, 3],
		['turn of a loop that pauses', PAUSING, 3, 3],
		['turn of a loop with Reset', NESTED('={{ $prevNode.name === "Outer" }}'), 2, 2],
		['turn of a loop without Reset', NESTED('={{ false }}'), 2, 1],
		['run by two connections into one input', TWO_CONNECTIONS, 1, 2],
	])(
		'each %s gets one task, which its own retry continues with',
		async (_name, workflow, items, runs) => {
			service.emulator.plan(LATE);

			const ended = await runWithPauses({ ...workflow, text, items });

			expect(foundIn(ended)).toEqual(ids());
			expect(ids()).toHaveLength(runs);
		},
	);

	it.each<[string, Workflow, number, number]>([
		['turn of a loop', LOOPED, 3, 3],
		['run by two connections into one input', TWO_CONNECTIONS, 1, 2],
	])(
		'"Retry" of the last %s continues with the task of that one',
		async (_name, workflow, items, runs) => {
			for (let n = 1; n < runs; n++) service.emulator.plan({}, { times: 1 });
			service.emulator.plan(LATE, { times: 1 });
			const once = { ...workflow, text, items, settings: {} };
			const failed = await runWithPauses(once);
			expect(failed.data.resultData.error).toBeDefined();

			const ended = await run({ ...once, earlier: retryOf({ run: failed }), executionId: '2' });

			expect(foundIn(ended)).toEqual(ids());
			expect(ids()).toHaveLength(runs);
		},
	);
});

it('what comes back from the error output after a pause is new work, which its own retry continues with', async () => {
	service.emulator.plan({ runningMs: 600_000 }, { times: 1 });
	service.emulator.plan(LATE);
	const settings = { ...retries, onError: 'continueErrorOutput' } as const;

	const ended = await runWithPauses({
		nodes: [START, WAIT],
		wires: [
			['Start', OWN],
			[OWN, 'Wait', 1],
			['Wait', OWN],
		],
		settings,
	});

	const [, second] = ids();
	expect(ids()).toHaveLength(2);
	expect(foundIn(ended)[1]).toBe(second);
});

it('Execute Once runs the first item alone, and a retry continues with its task', async () => {
	service.emulator.plan(LATE);
	const settings = { ...retries, executeOnce: true };

	const ended = await run({
		nodes: [START],
		wires: [['Start', OWN]],
		...{ settings, items: 3 },
	});

	expect(foundIn(ended)).toEqual(ids());
	expect(ids()).toHaveLength(1);
});

it('Execute Once that was turned on before "Retry" continues with the task of the first item', async () => {
	service.emulator.plan(LATE);
	const once = { nodes: [START], wires: [['Start', OWN]], items: 3, settings: {} } as const;
	const failed = await run(once);
	const [first] = ids();
	expect(ids()).toHaveLength(3);

	const ended = await run({
		...once,
		earlier: retryOf({ run: failed }, { executeOnce: true }),
		executionId: '2',
	});

	expect(foundIn(ended)).toEqual([first]);
	expect(ids()).toHaveLength(3);
});

it('"Retry" with another model for one of two items creates its task, though both read one object of parameters', async () => {
	service.emulator.plan(LATE, { times: 2 });
	const parameters = runModel({
		modelPath: '={{ $json.path }}',
		modelParameters: '={{ $("Start").first().json.parameters }}',
		options: { maxWaitMinutes: 0.1 },
	});
	const path = 'sample-painter/text-to-image';
	const text = { prompt: 'a cat', user_prompt: 'a cat' };
	const workflow = {
		...{ credential: service.credential, nodes: [START], wires: [['Start', OWN]] as Wire[] },
		items: [{ json: { path, parameters: text } }, { json: { path } }],
	};
	const failed = await runWorkflow({ ...workflow, parameters });
	const [first] = service.emulator.modelTasks();
	const other = '={{ $itemIndex === 1 ? "sample-writer/text-to-text" : $json.path }}';
	const edited = { ...parameters, modelPath: other };

	const ended = await runWorkflow({
		...{ ...workflow, parameters: edited, executionId: '2' },
		earlier: retryOf({ run: failed }, { parameters: edited }),
	});

	const [, , third] = service.emulator.modelTasks();
	const [, ofOther] = runsOf(ended)[0]?.data?.main?.[0] ?? [];
	expect(service.emulator.modelTasks()).toHaveLength(3);
	expect(foundIn(ended)).toEqual([first?.requestId]);
	expect(ofOther?.json.request_id).toBe(third?.requestId);
});
