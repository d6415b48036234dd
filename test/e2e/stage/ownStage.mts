import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage } from '../../../scripts/stage/stage.mts';
import type { N8nServer } from '../../../scripts/n8n/server.mts';
import { n8nFolder, projectFolder, usualEnv, type TestStage } from './testStage.mts';
import { apiKeyOfChance, watchSecrets } from './watchedSecrets.mts';

/** An n8n of this file's own, which may be killed; closing stops it and removes its data. */
export type OwnStage = TestStage & { readonly n8n: N8nServer };

/**
 * For a file that sets n8n up differently, kills it, or needs a fresh one.
 * @param env further variables of n8n
 */
export async function openOwnStage(env: Readonly<Record<string, string>> = {}): Promise<OwnStage> {
	const userFolder = await mkdtemp(join(tmpdir(), 'ai-app-e2e-'));
	const stage = await openStage({
		...{ projectFolder, n8nFolder, userFolder },
		apiKey: apiKeyOfChance(),
		env: { ...usualEnv, ...env },
	});
	const { guard, keep, findIn } = watchSecrets(stage.emulator);

	async function close(): Promise<void> {
		await stage.close();
		const findings = await findIn(userFolder);
		await rm(userFolder, { recursive: true, force: true });
		if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
	}

	return { ...stage, userFolder, guard, keep, close };
}
