import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/index.mts';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { openQueueMode, type QueueMode } from '../../scripts/n8n/queue/queueMode.mts';
import type { QueueProcess } from '../../scripts/n8n/queue/queueProcess.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../scripts/n8n/workflows.mts';
import { credentialFor, OWNER } from '../../scripts/stage/stage.mts';
import { projectFolder } from './testStage.mts';

/** What comes back to AI App Trigger with the callbacks of tasks. */
export const CALLBACK_TOKEN = 'callback-token-0123456789';

export type QueueStage = QueueMode & {
	readonly emulator: Emulator;
	readonly credential: Credential;
};

/** n8n over several processes, signed in, with an emulator that its credential points to. */
export async function openQueueStage(): Promise<QueueStage> {
	const emulator = await startEmulator();
	try {
		const n8nFolder = join(projectFolder, 'n8n');
		const n8n = await openQueueMode({ n8nFolder, packageFolder: projectFolder });
		const close = async () => {
			await n8n.close();
			await emulator.close();
		};
		try {
			await signIn(n8n.rest, OWNER);
			const { data, ...draft } = credentialFor(emulator);
			const callbackToken = CALLBACK_TOKEN;
			const credential = await saveCredential(n8n.rest, {
				...draft,
				data: { ...data, callbackToken },
			});
			return { ...n8n, emulator, credential, close };
		} catch (error) {
			await n8n.close();
			throw error;
		}
	} catch (error) {
		await emulator.close();
		throw error;
	}
}

export function store(stage: QueueStage, workflow: Workflow): Promise<StoredWorkflow> {
	const own = withCredential(workflow, 'n8n-nodes-ai-app-tasks', stage.credential);
	return createWorkflow(stage.rest, own);
}

/** Publishes a workflow, and waits until the webhook process answers at this address of it. */
export async function publish(
	stage: QueueStage,
	workflow: StoredWorkflow,
	path: string,
): Promise<string> {
	await activateWorkflow(stage.rest, workflow);
	const url = `${stage.webhook.url}/webhook/${path}`;
	await waitUntil(
		`${url} to be registered`,
		// Not the method that it listens to: 404 tells of the others once it is registered.
		async () => (await (await fetch(url)).text()).includes('POST') || undefined,
		{ timeoutMs: 60_000 },
	);
	return url;
}

/** The worker that has an execution; n8n says so in the log of the one. */
export function workerOf(stage: QueueStage, executionId: string): Promise<QueueProcess> {
	return waitUntil(
		`a worker to take execution ${executionId}`,
		async () => {
			for (const worker of stage.workers) {
				const log = await worker.log();
				if (log.includes(`Worker started execution ${executionId} `)) return worker;
			}
			return undefined;
		},
		{ timeoutMs: 60_000 },
	);
}
