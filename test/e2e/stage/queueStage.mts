import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../../emulator/index.mts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import { signIn } from '../../../scripts/n8n/owner.mts';
import { openQueueMode, type QueueMode } from '../../../scripts/n8n/queue/queueMode.mts';
import type { QueueProcess } from '../../../scripts/n8n/queue/queueProcess.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { credentialFor, OWNER } from '../../../scripts/stage/stage.mts';
import { publish as publishAt } from '../../../scripts/stage/workflows.mts';
import {
	createSecretSearch,
	secretsOf,
	type Finding,
	type Secret,
} from '../../secrets/secretSearch.mts';
import { projectFolder, usualEnv } from './testStage.mts';

export { store } from '../../../scripts/stage/workflows.mts';

export type QueueStage = QueueMode & {
	readonly emulator: Emulator;
	readonly credential: Credential;
	/** Where these secrets were found: in the database, in Redis, in a file or log of a process. */
	traces(secrets: readonly Secret[]): Promise<readonly Finding[]>;
	/**
	 * Stops everything and removes its data, if neither the database nor Redis nor a file or log of
	 * a process contains a secret.
	 * @throws if a secret was found
	 */
	close(): Promise<void>;
};

/** PostgreSQL's own files have the same content as its dump, in pages and compressed. */
const SEARCHED = ['redis', 'redis.log', 'postgres.log', 'main', 'webhook'];

/**
 * n8n over several processes, signed in, with an emulator that its credential points to.
 * @param env further variables of all processes
 * @param workers each takes as long to start as a whole n8n
 */
export async function openQueueStage(
	env: Readonly<Record<string, string>> = {},
	workers = 2,
): Promise<QueueStage> {
	const emulator = await startEmulator({ apiKey: `sk-${ofChance()}` });
	try {
		const n8nFolder = join(projectFolder, 'n8n');
		const logged = { ...usualEnv, ...env };
		const options = { n8nFolder, packageFolder: projectFolder, env: logged, workers };
		const n8n = await openQueueMode(options);
		try {
			await signIn(n8n.rest, OWNER);
			const { data, ...draft } = credentialFor(emulator);
			const callbackToken = ofChance();
			const own = { ...draft, data: { ...data, callbackToken } };
			const credential = await saveCredential(n8n.rest, own);
			const token = { name: 'callback token', value: callbackToken };
			return {
				...n8n,
				emulator,
				credential,
				traces: (secrets) => tracesIn(n8n, secrets),
				close: () => closeSearched(n8n, emulator, token),
			};
		} catch (error) {
			await n8n.close();
			throw error;
		}
	} catch (error) {
		await emulator.close();
		throw error;
	}
}

/** Any text that looks like a part of it is one. */
function ofChance(): string {
	return randomBytes(24).toString('hex');
}

async function tracesIn(n8n: QueueMode, secrets: readonly Secret[]): Promise<readonly Finding[]> {
	const search = createSecretSearch(secrets);
	const findings = [...search.in('database', await n8n.dump())];
	const workers = n8n.workers.map((_, index) => `worker-${index + 1}`);
	for (const place of [...SEARCHED, ...workers])
		findings.push(...(await search.inPlace(n8n.folder, place)));
	return findings;
}

async function closeSearched(n8n: QueueMode, emulator: Emulator, token: Secret): Promise<void> {
	try {
		const findings = await tracesIn(n8n, [...secretsOf({ emulator }), token]);
		if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
	} finally {
		await n8n.close();
		await emulator.close();
	}
}

/** Publishes a workflow, and waits until the webhook process responds at this URL of it. */
export async function publish(
	stage: QueueStage,
	workflow: StoredWorkflow,
	path: string,
): Promise<string> {
	const url = `${stage.webhook.url}/webhook/${path}`;
	await publishAt(stage, workflow, url);
	return url;
}

/** The worker that runs an execution, from n8n's log. */
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
