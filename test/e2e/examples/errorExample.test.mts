import { randomUUID } from 'node:crypto';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { itemsOf } from '../../../scripts/n8n/executions.mts';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.mts';
import type { StoredWorkflow, WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { publish } from '../../../scripts/stage/workflows.mts';
import { guides } from '../../readme/readme.mts';
import { nextExecution } from '../stage/exampleRuns.mts';
import {
	chain,
	items,
	pausingRun,
	runApp,
	store,
	type NodeDraft,
} from '../stage/pauseWorkflows.mts';
import { jsonOf } from '../stage/pausing.mts';
import { callStreaming, webhook } from '../stage/streamedCalls.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

const RECOVERING = 'recover-results-when-a-workflow-fails.json';

let stage: TestStage;
/** With an API key of n8n, and without one. */
let example: StoredWorkflow;
let keyless: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	const credentials = await apiKey();
	example = await publishExample('Get Execution', (node) => ({ ...node, credentials }));
	keyless = await publishExample('Get Execution', (node) => ({ ...node, disabled: true }));
});

afterAll(() => stage?.close());

async function publishExample(
	name: string,
	setUp: (node: WorkflowNode) => WorkflowNode,
): Promise<StoredWorkflow> {
	const read = await readExample(stage, projectFolder, RECOVERING);
	// What the guide shows, beside what the example does with it.
	const shown = guides['costs-and-retries']?.match(/\{\{ \$json\.execution\.[^}]*\}\}/)?.[0];
	const nodes = read.nodes.map((node) => {
		if (node.name === name) return setUp(node);
		return node.name === 'Write Message' ? withField(node, 'shown', `=${shown}`) : node;
	});
	const workflow = await createWorkflow(stage.rest, { ...read, nodes });
	await activateWorkflow(stage.rest, workflow);
	return workflow;
}

/** A credential with an API key of n8n that may read executions. */
async function apiKey() {
	const { rawApiKey } = await stage.rest.call<{ readonly rawApiKey: string }>(
		'POST',
		'/rest/api-keys',
		{ label: randomUUID(), scopes: ['execution:read'], expiresAt: null },
	);
	const data = { apiKey: rawApiKey, baseUrl: `${stage.n8n.url}/api/v1` };
	const { id, name } = await saveCredential(stage.rest, { name: 'n8n', type: 'n8nApi', data });
	return { n8nApi: { id, name } };
}

function withField<N extends { readonly parameters: object }>(
	node: N,
	name: string,
	value: string,
): N {
	const { assignments } = node.parameters as { assignments: { assignments: readonly object[] } };
	const field = { id: name, name, type: 'string', value };
	const all = { assignments: [...assignments.assignments, field] };
	return { ...node, parameters: { ...node.parameters, assignments: all } };
}

/** A node that fails and knows no task. */
const BREAK: NodeDraft = {
	name: 'Break',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: "throw new Error('Out of order');" },
};

/** Three items of a webhook, the workflow of which has the example as its error workflow. */
async function fail(
	responseMode: 'lastNode' | 'streaming',
	nodes: readonly NodeDraft[] = [runApp('Run App')],
	recovering = example,
) {
	const path = randomUUID();
	const before = stage.emulator.tasks().length;
	const failing = chain(`Fails ${path}`, webhook(path, responseMode), items(3), ...nodes);
	const settings = { ...failing.settings, errorWorkflow: recovering.id };
	const workflow = await store(stage, { ...failing, settings });
	const url = `${stage.n8n.url}/webhook/${path}`;
	await publish(stage, workflow, url);
	const call = await callStreaming(url);
	call.hangUp();
	const execution = await nextExecution(stage, recovering, known);
	known.push(execution.id);
	return { execution, workflow, tasks: stage.emulator.tasks().slice(before) };
}

/** The executions of the example that were looked at. */
const known: string[] = [];

test.each(['lastNode', 'streaming'] as const)(
	'the request IDs of all tasks reach the error workflow of a webhook with %s, which gets the results',
	async (responseMode) => {
		stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

		const { execution, workflow, tasks } = await fail(responseMode);

		expect(tasks).toHaveLength(3);
		const ids = tasks.map(({ requestId }) => requestId);
		const [message] = jsonOf(execution, 'Write Message');
		expect(message).toMatchObject({
			subject: `${workflow.name} failed`,
			text: expect.stringContaining('Out of paint'),
		});
		expect(String(message?.['shown']).split('\n').at(-1)?.split(', ').toSorted()).toEqual(
			ids.toSorted(),
		);
		for (const id of ids) expect(message?.['text']).toContain(id);
		const got = jsonOf(execution, 'Get Outputs').map(({ request_id }) => request_id);
		const failed = jsonOf(execution, 'List Failed Tasks (Replace Me)');
		expect(got.toSorted()).toEqual(ids.slice(1).toSorted());
		expect(failed).toMatchObject([{ details: { request_id: ids[0] } }]);
		expect(
			itemsOf(execution, 'Use Files (Replace Me)').every(({ binary }) => binary?.['data']),
		).toBe(true);
	},
);

test.each([
	['a node behind two AI App nodes fails', [runApp('Run App'), runApp('Run Again'), BREAK], 6],
	['a pause is between them', [pausingRun('Run App'), runApp('Run Again'), BREAK], 6],
] as const)('the results of all AI App nodes are recovered if %s', async (_, nodes, count) => {
	const { execution, tasks } = await fail('lastNode', nodes);

	expect(tasks).toHaveLength(count);
	const [message] = jsonOf(execution, 'Write Message');
	expect(message?.['text']).toContain('Out of order');
	const got = jsonOf(execution, 'Get Outputs').map(({ request_id }) => request_id);
	expect(got.toSorted()).toEqual(tasks.map(({ requestId }) => requestId).toSorted());
});

test('without an API key of n8n, the tasks of the node that failed are recovered', async () => {
	stage.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const { execution, tasks } = await fail('lastNode', [runApp('Run App')], keyless);

	const got = jsonOf(execution, 'Get Outputs').map(({ request_id }) => request_id);
	expect(got.toSorted()).toEqual(
		tasks
			.slice(1)
			.map(({ requestId }) => requestId)
			.toSorted(),
	);
});

test.each(['lastNode', 'streaming'] as const)(
	'without a task, the error workflow of a webhook with %s only writes its message',
	async (responseMode) => {
		const { execution, tasks } = await fail(responseMode, [
			runApp('Run App', { inputsJson: '{ "nothing": 1 }' }),
		]);

		expect(tasks).toEqual([]);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'Write Message')).toHaveLength(1);
		expect(execution.runs['Get Outputs']).toBeUndefined();
	},
);

test('if the service was busy and no task exists, the subject says that a retry is safe', async () => {
	const busy = { type: 'refuse', code: 30015 } as const;
	stage.emulator.addFault({ on: 'create', effect: busy, times: Infinity });

	const { execution, workflow, tasks } = await fail('lastNode', [
		runApp('Run App', { options: { maxWaitMinutes: 0.1 } }),
	]);

	stage.emulator.clearFaults();
	expect(tasks).toEqual([]);
	expect(jsonOf(execution, 'Write Message')).toMatchObject([
		{
			subject: `${workflow.name} failed. You can retry it: the failed node pays for nothing twice`,
		},
	]);
});
