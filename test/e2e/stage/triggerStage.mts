import { randomBytes } from 'node:crypto';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	executionIds,
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Item,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
} from '../../../scripts/n8n/workflows.mts';
import { openTestStage, type TestStage } from './testStage.mts';
import { workflowWithCallback, triggeredWorkflow, triggerPath } from './triggerWorkflows.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';

/** The callback token of the stage; random, so that any text that looks like it is a part of it. */
export const TOKEN = randomBytes(24).toString('hex');
export const GENUINE = { authorization: `Bearer ${TOKEN}` };

/** An n8n instance with a published workflow that starts with the trigger, and its actions. */
export type TriggerStage = TestStage & {
	readonly triggered: StoredWorkflow;
	readonly url: string;
	/** The status of the response to a made-up call; a text is sent unchanged. */
	post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
	/** Creates a task with a callback to the trigger and returns its id. */
	createTask(): Promise<string>;
	/** The data with which a task has started the workflow. */
	itemsStartedBy(requestId: string): Promise<readonly Item['json'][]>;
	/** The same, as soon as it has started it. */
	triggeredBy(requestId: string): Promise<Item['json']>;
};

export async function openTriggerStage(): Promise<TriggerStage> {
	const stage = await openTestStage();
	stage.guard('callback token', TOKEN);
	const { data, ...draft } = stage.credentialDraft;
	await saveCredential(stage.rest, { ...draft, data: { ...data, callbackToken: TOKEN } });
	const workflow = withCredential(triggeredWorkflow, PACKAGE, stage.credential);
	const triggered = await createWorkflow(stage.rest, workflow);
	await activateWorkflow(stage.rest, triggered);
	const url = `${stage.n8n.url}/webhook/${triggerPath}`;
	await waitUntil(
		'the trigger to listen',
		async () => (await post(url, {}, {})) !== 404 || undefined,
		{ timeoutMs: 60_000 },
	);
	return {
		...stage,
		triggered,
		url,
		post: (body, headers = {}) => post(url, body, headers),
		...runs(),
	};

	function runs(): Pick<TriggerStage, 'createTask' | 'itemsStartedBy' | 'triggeredBy'> {
		const itemsStartedBy = async (requestId: string) => {
			const ids = await executionIds(stage.rest, triggered);
			const executions = ids.map((id) => waitForExecution(stage.rest, id, 30_000));
			return (await Promise.all(executions))
				.flatMap((execution) => itemsOf(execution, 'AI App Trigger'))
				.map(({ json }) => json)
				.filter((json) => json['request_id'] === requestId);
		};
		return {
			createTask: async () => {
				const sender = withCredential(workflowWithCallback(url), PACKAGE, stage.credential);
				const id = await runWorkflow(stage.rest, await createWorkflow(stage.rest, sender));
				const [item] = itemsOf(await waitForExecution(stage.rest, id, 60_000), 'Run App');
				return String(item?.json['request_id']);
			},
			itemsStartedBy,
			triggeredBy: (requestId) =>
				waitUntil('the start', async () => (await itemsStartedBy(requestId))[0], {
					timeoutMs: 90_000,
				}),
		};
	}
}

async function post(
	url: string,
	body: unknown,
	headers: Readonly<Record<string, string>>,
): Promise<number> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	await answer.text();
	return answer.status;
}
