/**
 * npm run demo                                   an n8n editor to try the node in
 * npm run demo -- --once [--output <folder>]     one run without an editor; the last line is JSON
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOnce, type Summary } from './demo/runOnce.mts';
import { recordDemo, refuseSecondDemo } from './demo/soleUse.mts';
import { stayOpen } from './demo/stayOpen.mts';
import { openStage, type Stage } from './stage/stage.mts';

const USUAL_N8N_PORT = 5678;
/** Without one, callbacks bring no task headers to the example that reads them. */
const callbackToken = 'token-of-the-demo';
const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** Each kind of demo has its own data: changes in the editor can't break a run. */
async function onStage<Result>(
	kind: 'editor' | 'headless',
	use: (stage: Stage) => Promise<Result>,
): Promise<Result> {
	const userFolder = join(projectFolder, '.demo', kind);
	await refuseSecondDemo(userFolder);
	console.log('Starting the emulator and n8n ...');
	const preferredPort = kind === 'editor' ? USUAL_N8N_PORT : 0;
	const stage = await openStage({ projectFolder, userFolder, preferredPort, callbackToken });
	try {
		await recordDemo(userFolder, stage);
		return await use(stage);
	} finally {
		await stage.close();
	}
}

function failed(error: unknown): Summary {
	const reason = error instanceof Error ? error.message : String(error);
	return { status: 'error', items: [], reason };
}

async function demonstrateOnce(outputFolder: string): Promise<void> {
	const summary = await onStage('headless', (stage) =>
		runOnce(stage, projectFolder, outputFolder),
	).catch(failed);
	if (summary.status !== 'success') {
		console.error(summary.reason);
		process.exitCode = 1;
	}
	console.log(JSON.stringify(summary));
}

async function demonstrate(): Promise<void> {
	await onStage('editor', (stage) => stayOpen(stage, projectFolder)).catch((error: unknown) => {
		console.error(failed(error).reason);
		process.exitCode = 1;
	});
}

const { values } = parseArgs({
	options: {
		once: { type: 'boolean', default: false },
		output: { type: 'string', default: join(projectFolder, '.demo', 'output') },
	},
});
await (values.once ? demonstrateOnce(resolve(values.output)) : demonstrate());
