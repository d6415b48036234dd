/**
 * npm run soak                        three minutes of mixed work in a real n8n; fails if anything is lost or left
 * npm run soak -- --minutes 60        longer
 * npm run soak -- --every 2           starts an execution every two seconds; one by default
 * npm run soak -- --json <file>       the figures as JSON as well
 *
 * Linux only.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../scripts/n8n/freePort.mts';
import { openStage } from '../scripts/stage/stage.mts';
import { soak } from './soak/soak.mts';
import type { Soaked } from './soak/verdict.mts';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

async function onOwnStage(minutes: number, everyMs: number): Promise<Soaked> {
	const userFolder = await mkdtemp(join(tmpdir(), 'ai-app-soak-'));
	const inspectorPort = await freePort();
	const env = {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RUNNERS_ENABLED: 'false',
		NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
	};
	console.error('Soak: starting n8n and the emulator ...');
	const stage = await openStage({ projectFolder, userFolder, env });
	try {
		console.error(`Soak: an execution every ${everyMs / 1_000} s for ${minutes} minutes ...`);
		return await soak(stage, { minutes, everyMs, inspectorPort });
	} finally {
		await stage.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '3' },
		every: { type: 'string', default: '1' },
		json: { type: 'string' },
	},
});
const soaked = await onOwnStage(Number(values.minutes), Number(values.every) * 1_000);
const text = `${JSON.stringify(soaked, undefined, '\t')}\n`;
if (values.json) await writeFile(values.json, text);
console.log(text);
if (soaked.troubles.length > 0) process.exitCode = 1;
