import { createEmptyRunExecutionData } from 'n8n-workflow';
import { resources } from '../../nodes/AiApp/actions/resources';
import type { Parameters } from './instance.mts';
import { checkOf } from './inputChecks.mts';
import { onTask, PROMPT, runForm, runModel, useService } from './service.mts';
import { callNode } from './toolCalls.mts';

const service = useService();

/** n8n's first-class Agents run a node tool with no execution around it. */
function runByAgent(parameters: Parameters, type?: string) {
	const data = createEmptyRunExecutionData();
	return callNode({ credential: service.credential, parameters, data, ...(type && { type }) });
}

const common = (resource: string, operation: string) => ({ resource, operation, options: {} });
const prompt = { [PROMPT]: 'a cat' };

/** Parameters of the operations that have some; those on a task are given its id. */
const PARAMETERS: Record<string, (requestId: string) => Parameters> = {
	'app checkInputs': () => checkOf(runForm(prompt)),
	'app get': () => ({ ...runForm({}), ...common('app', 'get') }),
	'app run': () => runForm(prompt),
	'file upload': () => ({
		...common('file', 'upload'),
		fileSource: 'url',
		fileUrl: `${service.emulator.storageUrl}/samples/portrait.png`,
	}),
	'model getTask': () => ({ ...common('model', 'getTask'), requestId: 'none', simplify: true }),
	'model run': () => runModel(),
	'task cancel': (id) => onTask('cancel', id),
	'task getOutputs': (id) => onTask('getOutputs', id),
	'task getStatus': (id) => onTask('getStatus', id),
	'task interrupt': (id) => onTask('interrupt', id),
	'task stop': (id) => onTask('stop', id),
	'task wait': (id) => onTask('wait', id),
};

const OPERATIONS = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.keys(operations).map((operation) => [resource, operation] as const),
);

/** Results that only the status of the task can cause. */
const REFUSALS: Record<string, RegExp> = {
	'task interrupt': /status doesn't allow this/,
	'model getTask': /not found/,
};

it.each(OPERATIONS)('without an execution, %s %s works', async (resource, operation) => {
	const [created] = await runByAgent(runForm(prompt, { waitMode: 'none' }));
	const requestId = String(created?.json.request_id);
	await service.time.sleep(500);

	const name = `${resource} ${operation}`;
	const run = runByAgent(PARAMETERS[name]?.(requestId) ?? common(resource, operation));

	const refusal = REFUSALS[name];
	if (refusal) await expect(run).rejects.toThrow(refusal);
	else expect((await run)[0]?.json).not.toHaveProperty('error');
});

it('an agent waits for the result instead of pausing', async () => {
	const [item] = await runByAgent(runForm(prompt, { waitMode: 'pause' }));

	expect(item?.json).toMatchObject({ status: 'Success' });
});

it('a pause without an execution is rejected before anything is created', async () => {
	const parameters = runForm(prompt, { waitMode: 'pause' });

	const run = runByAgent(parameters, 'n8n-nodes-ai-app-tasks.aiApp');

	await expect(run).rejects.toThrow("can't be paused");
	expect(service.creates()).toBe(0);
});
