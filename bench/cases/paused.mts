import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import {
	countExecutions,
	itemsOf,
	runWorkflow,
	waitForExecution,
} from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import { collectedSize } from '../measure/memory.mts';
import type { Measured } from '../report/figure.mts';
import { eachOf } from '../setting/eachOf.mts';
import type { Setting } from '../setting/setting.mts';
import { nothing, storeWorkflow, TRIGGER, type BenchNode } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const EXECUTIONS = 500;
const FEW = 50;
const MOST_MB = 20;
const ITEMS = 2;
const PROBES = 40;
const CONCURRENT = 10;
const MEGABYTE = 1024 ** 2;
const PATIENCE = { timeoutMs: 600_000, everyMs: 2_000 };
/** The last one that is started may take this long. */
const UNTIL_PAUSED_MS = 10_000;
/** The time between the pause of the last execution and the end of the first task. */
const MARGIN_MS = 60_000;

/**
 * Many executions that are paused for tasks at the same time, and the memory of each. Their tasks
 * finish at half the rate at which this n8n instance accepts calls for its own Wait node, measured
 * first.
 */
export async function measurePaused(setting: Setting): Promise<readonly Measured[]> {
	const { rest, n8n, inspectorPort } = setting;
	const memory = () => collectedSize(n8n.pid, inspectorPort);
	const rate = await measureEngine(setting);
	const bed = await makeBed(setting, (1000 * ITEMS) / (rate / 2));
	await bed.pauseMany(FEW);
	const withFew = await memory();
	await bed.pauseMany(EXECUTIONS - FEW);
	const paused = await countExecutions(rest, bed.workflow, 'waiting');
	const growth = ((await memory()) - withFew) / MEGABYTE;
	const ended = await whenAllEnded(setting, bed.workflow);
	return [
		{
			...plain(`memory of n8n with ${EXECUTIONS} paused above that with ${FEW}`, 'MB', growth),
			goal: { says: `<= ${MOST_MB} MB`, met: growth <= MOST_MB },
		},
		plain("calls that n8n's own Wait node takes", '/s', rate),
		plain('executions paused at once', 'executions', paused),
		{
			...plain('executions that resumed and succeeded', 'executions', ended),
			goal: { says: `all ${EXECUTIONS}`, met: ended === EXECUTIONS },
		},
	];
}

function plain(what: string, unit: string, ours: number): Measured {
	return { what, unit, ours };
}

/** Calls per second, from the first call to the end of the last execution. */
async function measureEngine({ rest, credential }: Setting): Promise<number> {
	const nodes = [tellAddress, waitNode, nothing('Next', 'Wait')];
	const workflow = await storeWorkflow(rest, { name: 'Wait node', nodes, credential });
	const urls = await eachOf(Array.from({ length: PROBES }), CONCURRENT, async () => {
		const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), 60_000);
		return String(itemsOf(execution, 'Address')[0]?.json['url']);
	});
	const startedAt = Date.now();
	await eachOf(urls, CONCURRENT, (url) => axios.post(url, {}));
	await waitUntil(
		'the Wait nodes to resume',
		async () => (await countExecutions(rest, workflow, 'success')) === PROBES || undefined,
		{ timeoutMs: 120_000, everyMs: 100 },
	);
	return PROBES / ((Date.now() - startedAt) / 1000);
}

/** Starts executions at the rate at which their tasks should finish. */
async function makeBed({ rest, emulator, credential }: Setting, everyMs: number) {
	await emulator.reset();
	const runningMs = EXECUTIONS * everyMs + MARGIN_MS;
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs });
	const nodes = [runBigFile({ waitMode: 'pause' }), nothing('Next', RUN)];
	const draft = { name: 'Sleeping', nodes, credential, items: ITEMS };
	const workflow = await storeWorkflow(rest, draft);

	async function pauseMany(executions: number): Promise<void> {
		const startedAt = Date.now();
		for (let n = 0; n < executions; n++) {
			await sleep(Math.max(startedAt + n * everyMs - Date.now(), 0));
			await runWorkflow(rest, workflow);
		}
		await sleep(UNTIL_PAUSED_MS);
	}

	return { workflow, pauseMany };
}

/** How many have succeeded when none is paused anymore, or when nothing has changed for long. */
async function whenAllEnded({ rest }: Setting, workflow: StoredWorkflow): Promise<number> {
	await waitUntil(
		'all to resume',
		async () => (await countExecutions(rest, workflow, 'waiting')) === 0 || undefined,
		PATIENCE,
	).catch(() => undefined);
	return countExecutions(rest, workflow, 'success');
}

const tellAddress: BenchNode = {
	...{ name: 'Address', after: TRIGGER, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: {
		assignments: {
			assignments: [{ id: 'u', name: 'url', value: '={{ $execution.resumeUrl }}', type: 'string' }],
		},
		options: {},
	},
};

const waitNode: BenchNode = {
	...{ name: 'Wait', after: 'Address', type: 'n8n-nodes-base.wait', typeVersion: 1.1 },
	parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
};
