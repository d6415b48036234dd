import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackage } from '../scripts/build.mts';
import { freePort } from '../scripts/n8n/freePort.mts';
import { openStage } from '../scripts/stage/stage.mts';
import { soak } from './soak/soak.mts';
import type { Soaked } from './soak/verdict.mts';

type Options = {
	readonly minutes?: number;
	/** Seconds between the starts of two executions. */
	readonly every?: number;
	readonly write?: boolean;
};

const projectFolder = dirname(import.meta.dirname);
const FILE = join(projectFolder, 'docs/development/results/soak.json');

/** Mixed work in a real n8n. Fails if anything is lost or left. */
export default async function runSoak({ minutes = 3, every = 1, write }: Options): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	buildPackage(projectFolder);
	const soaked = await onOwnStage(minutes, every * 1_000);
	const text = `${JSON.stringify(soaked, undefined, '\t')}\n`;
	console.log(text);
	if (write) writeFileSync(FILE, text);
	if (soaked.troubles.length > 0) throw new Error(`Soaked. ${soaked.troubles.join(' ')}`);
	console.log(
		write
			? 'Nothing was lost or left. Saved. `npm run generate` brings it into the documents.'
			: 'Nothing was lost or left.',
	);
}

async function onOwnStage(minutes: number, everyMs: number): Promise<Soaked> {
	const userFolder = await mkdtemp(join(tmpdir(), 'ai-app-soak-'));
	const inspectorPort = await freePort();
	const env = {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RUNNERS_ENABLED: 'false',
		NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
	};
	console.log('Starting n8n and the emulator ...');
	const stage = await openStage({ projectFolder, userFolder, env });
	try {
		console.log(`An execution every ${everyMs / 1_000} s for ${minutes} minutes ...`);
		return await soak(stage, { minutes, everyMs, inspectorPort });
	} finally {
		await stage.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}
