import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startEmulator, type EmulatorOptions } from '../../../emulator/index.mts';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { createRest } from '../../../scripts/n8n/rest.mts';
import type { N8nServer } from '../../../scripts/n8n/server.mts';
import { credentialFor, type Stage } from '../../../scripts/stage/stage.mts';
import { quieten, sharedN8n } from './sharedN8n.mts';
import { usedNodes } from './usedNodes.mts';
import { apiKeyOfChance, watchSecrets, type WatchedSecrets } from './watchedSecrets.mts';

/** Jest is started in the project's folder. */
export const projectFolder = process.cwd();

/** Another version of n8n than the pinned one (`node scripts/run.mjs compatibility`). */
export const n8nFolder = process.env['N8N_UNDER_TEST'] ?? join(projectFolder, 'n8n');

/**
 * It logs everything. Of a start, an eighth is saved by collecting garbage less often. A page of the
 * editor loads faster without the nodes that no test uses.
 */
export const usualEnv = {
	N8N_LOG_LEVEL: 'debug',
	NODE_OPTIONS: '--max-semi-space-size=32',
	NODES_INCLUDE: JSON.stringify(usedNodes(projectFolder)),
};

/**
 * A task has ended when the node looks for the first time. Tests that are about time plan their own
 * tasks, and move the emulator's clock when n8n has come as far as they want.
 */
export const QUICK_TASKS = { queuingMs: 0, preparingMs: 0, runningMs: 500, notFoundMs: 0 };

export type TestStage = Pick<Stage, 'emulator' | 'rest' | 'credential' | 'credentialDraft'> &
	Pick<WatchedSecrets, 'guard' | 'keep'> & {
		readonly n8n: Pick<N8nServer, 'url' | 'pid' | 'logFile'>;
		/** All that n8n keeps: its database, its files and its log. */
		readonly userFolder: string;
		/**
		 * Ends the stage, if neither n8n's data nor the recorded responses contain a secret. The data of the
		 * shared n8n is searched after the last file.
		 * @throws if a secret was found
		 */
		close(): Promise<void>;
	};

/**
 * The n8n that many files use in turn, with an emulator and a credential of this file's own.
 * @param usualPlan what happens to tasks that the file doesn't plan
 * @param callbackToken for the credential, which has none by default
 */
export async function openTestStage(
	usualPlan: EmulatorOptions['usualPlan'] = {},
	callbackToken?: string,
): Promise<TestStage> {
	const n8n = sharedN8n();
	const { userFolder } = n8n;
	const rest = createRest(n8n.url, n8n.authCookie);
	await quieten(rest);
	const emulator = await startEmulator({ apiKey: apiKeyOfChance(), usualPlan });
	const { guard, keep, all, findInAnswers } = watchSecrets(emulator);
	if (callbackToken !== undefined) guard('callback token', callbackToken);
	const credentialDraft = credentialFor(
		emulator,
		callbackToken === undefined ? {} : { callbackToken },
	);
	const credential = await saveCredential(rest, credentialDraft);

	async function close(): Promise<void> {
		await emulator.close();
		const file = relative(projectFolder, expect.getState().testPath ?? '');
		const secrets = all().map(({ name, value }) => ({ name: `${name} of ${file}`, value }));
		await appendFile(n8n.secretsFile, secrets.map((each) => `${JSON.stringify(each)}\n`).join(''));
		const findings = findInAnswers();
		if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
	}

	return { emulator, n8n, rest, credential, credentialDraft, userFolder, guard, keep, close };
}
