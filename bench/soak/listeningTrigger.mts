import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import { publishRow, type Executor } from '../setting/published.mts';
import axios from 'axios';
import { nothing } from '../setting/workflow.mts';

const TRIGGER = 'AI App Trigger';

const WEBHOOK_ID = '0d9c5f52-7a3e-4c1b-8f60-b1e2d3c4a596';

type Receiver = Pick<Executor, 'rest' | 'credential'> & {
	/** That callbacks are sent to, without a trailing slash. */
	readonly url: string;
};

/** Publishes a workflow of the trigger and a node that does nothing. */
export async function listen({
	url: n8nUrl,
	...executor
}: Receiver): Promise<{ readonly workflow: StoredWorkflow; readonly url: string }> {
	const trigger = {
		...{ name: TRIGGER, type: 'n8n-nodes-ai-app-tasks.aiAppTrigger', typeVersion: 1 },
		...{ parameters: {}, webhookId: WEBHOOK_ID },
	};
	const workflow = await publishRow(executor, 'Callbacks', [trigger, nothing('Next', TRIGGER)]);
	const url = `${n8nUrl}/webhook/${WEBHOOK_ID}/ai-app-task`;
	const isListening = async () => {
		const { status } = await axios.post(url, {}, { proxy: false, validateStatus: () => true });
		return status === 404 ? undefined : true;
	};
	await waitUntil('the trigger to listen', isListening, { timeoutMs: 60_000 });
	return { workflow, url };
}
