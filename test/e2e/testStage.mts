import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type Stage } from '../../scripts/stage/stage.mts';
import { createSecretSearch, secretsOf, type Secret } from '../secrets/secretSearch.mts';

/** Jest is started in the project's folder. */
export const projectFolder = process.cwd();

/** Another version of n8n than the pinned one (`npm run compatibility`). */
export const n8nFolder = process.env['N8N_UNDER_TEST'] ?? join(projectFolder, 'n8n');

export type TestStage = Stage & {
	/** All that n8n keeps: its database, its files and its log. */
	readonly userFolder: string;
	/** Names a secret of the test's own: closing looks for traces of it as well. */
	guard(name: string, value: string): void;
	/** Keeps something that n8n has answered: closing looks into it as well. */
	keep(place: string, answer: Buffer | string): void;
	/**
	 * Stops everything and removes n8n's data, when neither that nor what was kept holds a secret.
	 * @throws when a secret has left a trace
	 */
	close(): Promise<void>;
};

/**
 * A stage with an n8n that knows nothing yet and logs everything.
 * @param env further variables of n8n
 * @param callbackToken for the credential, which holds none by default
 */
export async function openTestStage(
	env: Readonly<Record<string, string>> = {},
	callbackToken = '',
): Promise<TestStage> {
	const userFolder = await mkdtemp(join(tmpdir(), 'ai-app-e2e-'));
	// Of chance alone, so that whatever looks like a part of it is one.
	const apiKey = `sk-${randomBytes(24).toString('hex')}`;
	const ownEnv = { N8N_LOG_LEVEL: 'debug', ...env };
	const places = { projectFolder, n8nFolder, userFolder };
	const stage = await openStage({ ...places, apiKey, callbackToken, env: ownEnv });
	const guarded: Secret[] = [];
	if (callbackToken !== '') guarded.push({ name: 'callback token', value: callbackToken });
	const kept: Array<readonly [string, Buffer | string]> = [];

	async function close(): Promise<void> {
		const search = createSecretSearch([...secretsOf(stage), ...guarded]);
		await stage.close();
		const findings = [
			...(await search.inFolder(userFolder)),
			...kept.flatMap(([place, answer]) => search.in(place, answer)),
		];
		await rm(userFolder, { recursive: true, force: true });
		if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
	}

	return {
		...stage,
		userFolder,
		guard: (name, value) => void guarded.push({ name, value }),
		keep: (place, answer) => void kept.push([place, answer]),
		close,
	};
}
