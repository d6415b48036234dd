import type { Credential } from '../../scripts/n8n/credentials.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
} from '../../scripts/n8n/workflows.mts';
import { callAll } from './storm.mts';

/** The name of the trigger node. */
export const TRIGGER = 'AI App Trigger';

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const WEBHOOK_ID = '0d9c5f52-7a3e-4c1b-8f60-b1e2d3c4a596';

/** What receives the callbacks of a trigger. */
type Receiver = {
	/** Without a trailing slash. */
	readonly url: string;
	readonly rest: Rest;
	readonly credential: Credential;
};

/** Publishes a workflow of the trigger and a node that does nothing. */
export async function listen({
	url: n8nUrl,
	rest,
	credential,
}: Receiver): Promise<{ readonly workflow: StoredWorkflow; readonly url: string }> {
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const trigger = {
		name: TRIGGER,
		type: `${PACKAGE}.aiAppTrigger`,
		typeVersion: 1,
		parameters: {},
	};
	const draft = {
		name: 'Callbacks',
		nodes: [
			{ ...trigger, id: 'trigger', position: [0, 0], webhookId: WEBHOOK_ID },
			{ ...next, id: 'next', position: [220, 0] },
		] as const,
		connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
	const workflow = await createWorkflow(rest, withCredential(draft, PACKAGE, credential));
	await activateWorkflow(rest, workflow);
	const url = `${n8nUrl}/webhook/${WEBHOOK_ID}/ai-app-task`;
	const isListening = async () => {
		const [{ status } = { status: 404 }] = await callAll(url, [{ requestId: '', token: '' }], 1);
		return status === 404 ? undefined : true;
	};
	await waitUntil('the trigger to listen', isListening, { timeoutMs: 60_000 });
	return { workflow, url };
}
