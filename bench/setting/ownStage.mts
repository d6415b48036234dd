import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type Stage } from '../../scripts/stage/stage.mts';
import { projectFolder } from './project.mts';

export type OwnStage = Stage & {
	/** Removed at the end; n8n may read files in it. */
	readonly folder: string;
};

/** Starts a real n8n and the emulator, lets `use` work with them, and stops them again. */
export async function withStage<Result>(
	more: Readonly<Record<string, string>>,
	use: (stage: OwnStage) => Promise<Result>,
): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), 'ai-app-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	console.log('Starting n8n and the emulator ...');
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_RESTRICT_FILE_ACCESS_TO: folder };
	const userFolder = join(folder, 'n8n');
	const stage = await openStage({ projectFolder, userFolder, env: { ...env, ...more } });
	try {
		return await use({ ...stage, folder });
	} finally {
		await stage.close();
	}
}
