import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type Stage } from '../../scripts/stage/stage.mts';

/** Jest is started in the project's folder. */
export const projectFolder = process.cwd();

export type TestStage = Stage & {
	/** All that n8n keeps: its database, its files and its log. */
	readonly userFolder: string;
};

/**
 * A stage with an n8n that knows nothing yet; closing it removes its data as well.
 * @param env further variables of n8n
 */
export async function openTestStage(
	env: Readonly<Record<string, string>> = {},
): Promise<TestStage> {
	const userFolder = await mkdtemp(join(tmpdir(), 'ai-app-e2e-'));
	// Of chance alone, so that whatever looks like a part of it is one.
	const apiKey = `sk-${randomBytes(24).toString('hex')}`;
	const stage = await openStage({ projectFolder, userFolder, apiKey, env });
	return {
		...stage,
		userFolder,
		close: async () => {
			await stage.close();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
