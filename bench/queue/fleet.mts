import { join } from 'node:path';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { openQueueMode, type QueueMode } from '../../scripts/n8n/queue/queueMode.mts';
import type { QueueOptions } from '../../scripts/n8n/queue/queueProcesses.mts';
import { OWNER } from '../../scripts/stage/stage.mts';
import type { Control } from '../setting/control.mts';
import { startEmulatorProcess } from '../setting/emulatorProcess.mts';

/** n8n's queue mode, signed in, and an emulator in a process of its own. */
export type Fleet = {
	readonly n8n: QueueMode;
	readonly emulator: Control;
	readonly credential: Credential;
};

const project = join(import.meta.dirname, '..', '..');

/** n8n's own values: the tests have shorter ones, which a busy machine may miss. */
const USUAL_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '60000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	QUEUE_WORKER_STALLED_INTERVAL: '30000',
};

/** Starts all of it, lets `use` work with it, and stops it again. */
export async function withFleet<Result>(
	{ workers }: Pick<QueueOptions, 'workers'>,
	use: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
	const emulator = await startEmulatorProcess();
	try {
		const folders = { n8nFolder: join(project, 'n8n'), packageFolder: project };
		const n8n = await openQueueMode({ ...folders, workers, env: USUAL_LOCKS });
		try {
			await signIn(n8n.rest, OWNER);
			const draft = { name: 'Service', type: 'aiAppApi', data: emulator.service };
			const credential = await saveCredential(n8n.rest, draft);
			return await use({ n8n, emulator: emulator.control, credential });
		} finally {
			await n8n.close();
		}
	} finally {
		await emulator.stop();
	}
}
