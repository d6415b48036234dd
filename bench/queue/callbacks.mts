import type { CallbacksBy } from '../../scripts/n8n/queue/haproxyConfig.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import { listExecutions, type Listed } from '../measure/listExecutions.mts';
import { tally } from '../measure/tally.mts';
import { answersOf, type CallbackAnswers } from './answers.mts';
import { withFleet, type Fleet } from './fleet.mts';
import { delaySomeChecks } from './slowService.mts';
import { startEvenly } from './starts.mts';
import { executionOf, publishPausing } from './workflow.mts';

/** What is different between the runs. */
export type CallbacksSetup = {
	readonly callbacksBy: CallbacksBy;
	/** One after the other, in each execution. */
	readonly pauses: number;
	/** Whether some of the service's status responses are late. */
	readonly isSlow: boolean;
	/** How often the service sends each callback, at once. */
	readonly copies: number;
};

/** A run of executions that pause, whose callbacks reach two webhook processes. */
export type CallbacksRun = CallbacksSetup & {
	readonly executions: number;
	readonly workers: number;
	readonly webhooks: number;
	/** Executions that succeeded. */
	readonly good: number;
	/** Executions that are still paused long after the last callback. */
	readonly neverEnded: number;
	/** How many times more than once for each pause an execution was resumed. */
	readonly doubleResumes: number;
	readonly tasks: number;
	/** Tasks beyond one for each item and pause. */
	readonly doublePayments: number;
	readonly seconds: number;
	readonly callbacks: CallbackAnswers;
};

const RANDOM: readonly CallbacksSetup[] = [
	{ callbacksBy: 'random', pauses: 1, isSlow: true, copies: 2 },
	{ callbacksBy: 'random', pauses: 2, isSlow: false, copies: 1 },
	{ callbacksBy: 'random', pauses: 2, isSlow: false, copies: 2 },
	{ callbacksBy: 'random', pauses: 2, isSlow: true, copies: 2 },
];
const BY_PATH: readonly CallbacksSetup[] = [
	{ callbacksBy: 'path', pauses: 2, isSlow: false, copies: 2 },
	{ callbacksBy: 'path', pauses: 2, isSlow: true, copies: 2 },
];

const WORKERS = 2;
const WEBHOOKS = 2;
/** The rate at which executions start: two processors keep up with it. */
const EVERY_MS = 1_000;
const PLAN = { queuingMs: 0, preparingMs: 0, notFoundMs: 0, runningMs: 5_000 };
/** The service repeats a callback for a minute. */
const UNCHANGED_MS = 100_000;

/** The same executions behind a balancer that picks any webhook process, and one that goes by path. */
export async function measureCallbacks(executions: number): Promise<readonly CallbacksRun[]> {
	const runs: CallbacksRun[] = [];
	for (const setups of [RANDOM, BY_PATH]) {
		const callbacksBy = setups[0]?.callbacksBy ?? 'path';
		const webhooks = { count: WEBHOOKS, callbacksBy };
		await withFleet({ workers: WORKERS, webhooks }, async (fleet) => {
			for (const setup of setups) runs.push(await measure(fleet, setup, executions));
		});
	}
	return runs;
}

/** Half of the executions have two items, the others three. */
function itemsOf(execution: number): number {
	return 2 + (execution % 2);
}

async function measure(
	fleet: Fleet,
	setup: CallbacksSetup,
	executions: number,
): Promise<CallbacksRun> {
	const { emulator } = fleet;
	await emulator.reset();
	const { pauses, isSlow, copies } = setup;
	await emulator.plan({ ...PLAN, callback: { copies, gapMs: 0 } });
	if (isSlow) await delaySomeChecks(emulator, executions * pauses);
	const name = `pausing-${pauses}-${copies}-${isSlow ? 'slow' : 'quick'}`;
	const { url, workflow } = await publishPausing(fleet, name, pauses);
	const begun = performance.now();
	const started = { count: executions, overMs: executions * EVERY_MS };
	await startEvenly(url, started, (number) => ({ number, items: itemsFor(number) }));
	const ended = await whenSettled(() => listExecutions(fleet.n8n.rest, workflow));
	const seconds = (performance.now() - begun) / 1000;
	return {
		...setup,
		...{ executions, workers: WORKERS, webhooks: WEBHOOKS, seconds },
		good: ended.filter(({ status }) => status === 'success').length,
		neverEnded: ended.filter(({ status }) => status === 'waiting').length,
		doubleResumes: await doubleResumesOf(fleet, ended, pauses),
		...(await paymentsOf(fleet, pauses)),
		callbacks: answersOf(await emulator.deliveries()),
	};
}

function itemsFor(execution: number): readonly object[] {
	return Array.from({ length: itemsOf(execution) }, () => ({ equal: true }));
}

/** Until all have succeeded, or nothing has changed for longer than the service repeats callbacks. */
async function whenSettled(list: () => Promise<readonly Listed[]>): Promise<readonly Listed[]> {
	let seen = '';
	let changedAt = Date.now();
	return waitUntil(
		'the executions to end',
		async () => {
			const listed = await list();
			const statuses = listed.map(({ status }) => status).join();
			if (statuses !== seen) changedAt = Date.now();
			seen = statuses;
			const isOver = listed.every(({ status }) => status === 'success');
			return isOver || Date.now() - changedAt > UNCHANGED_MS ? listed : undefined;
		},
		{ timeoutMs: 3_600_000, everyMs: 2_000 },
	);
}

/** A worker logs each turn of an execution: its start, and each time that it was resumed. */
async function doubleResumesOf(
	{ n8n }: Fleet,
	executions: readonly Listed[],
	pauses: number,
): Promise<number> {
	const log = (await Promise.all(n8n.workers.map((worker) => worker.log()))).join('\n');
	const turns = tally([...log.matchAll(/Worker started execution (\d+) /g)].map(([, id]) => id));
	return sum(executions.map(({ id }) => Math.max(0, (turns.get(id) ?? 0) - 1 - pauses)));
}

async function paymentsOf({ emulator }: Fleet, pauses: number) {
	const tasks = await emulator.tasks();
	const extra = [...tally(tasks.map(executionOf))].map(([execution, count]) =>
		Math.max(0, count - itemsOf(execution) * pauses),
	);
	return { tasks: tasks.length, doublePayments: sum(extra) };
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
