import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import { listExecutions, type Listed } from '../measure/listExecutions.mts';
import { tally } from '../measure/tally.mts';
import { answersOf, type CallbackAnswers } from './answers.mts';
import { doubleResumesOf, itemsOf, movesOf, paymentsOf } from './callbackCounts.mts';
import { BY_PATH, RANDOM, type CallbacksSetup } from './callbackSetups.mts';
import { withFleet, type Fleet } from './fleet.mts';
import { startEvenly } from '../setting/starts.mts';
import { delaySomeChecks } from './slowService.mts';
import { haltWhile } from './halts.mts';
import { publishPausing } from './workflow.mts';

/** A run of executions that pause, whose callbacks reach two webhook processes. */
export type CallbacksRun = CallbacksSetup & {
	readonly executions: number;
	readonly workers: number;
	readonly webhooks: number;
	/** Executions that succeeded. */
	readonly good: number;
	/** Executions that are still paused long after the last callback. */
	readonly neverEnded: number;
	/** How often the balancer took a webhook process for dead, and moved its paths. */
	readonly moves: number;
	/** How many times more than once for each pause an execution was resumed. */
	readonly doubleResumes: number;
	readonly tasks: number;
	/** Tasks beyond one for each item and pause. */
	readonly doublePayments: number;
	readonly seconds: number;
	readonly callbacks: CallbackAnswers;
};

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

async function measure(
	fleet: Fleet,
	setup: CallbacksSetup,
	executions: number,
): Promise<CallbacksRun> {
	const { emulator, n8n } = fleet;
	await emulator.reset();
	console.log(`  ${executions} executions: ${JSON.stringify(setup)}`);
	const { pauses, isSlow, isHalted, copies } = setup;
	await emulator.plan({ ...PLAN, callback: { copies, gapMs: 0 } });
	if (isSlow) await delaySomeChecks(emulator, executions * pauses);
	const { url, workflow } = await publishPausing(fleet, Object.values(setup).join('-'), pauses);
	const movesBefore = await movesOf(fleet);
	const begun = performance.now();
	const run = () => runAll(executions, url, () => listExecutions(n8n.rest, workflow));
	const ended = await (isHalted ? haltWhile(n8n.webhook.pid(), run) : run());
	const seconds = (performance.now() - begun) / 1000;
	return {
		...setup,
		...{ executions, workers: WORKERS, webhooks: WEBHOOKS, seconds },
		good: ended.filter(({ status }) => status === 'success').length,
		neverEnded: ended.filter(({ status }) => status === 'waiting').length,
		moves: (await movesOf(fleet)) - movesBefore,
		doubleResumes: await doubleResumesOf(fleet, ended, pauses),
		...(await paymentsOf(fleet, pauses)),
		callbacks: answersOf(await emulator.deliveries()),
	};
}

/** Starts the executions, and waits until they have settled. */
async function runAll(
	executions: number,
	url: string,
	list: () => Promise<readonly Listed[]>,
): Promise<readonly Listed[]> {
	const evenly = { count: executions, overMs: executions * EVERY_MS };
	const calls = await startEvenly(url, evenly, (number) => ({ number, items: itemsFor(number) }));
	const ended = await whenSettled(list, executions);
	const refused = calls.filter(({ isGood }) => !isGood).length;
	const statuses = Object.fromEntries(tally(ended.map(({ status }) => status)));
	console.log(`  ${refused} calls failed, executions: ${JSON.stringify(statuses)}`);
	return ended;
}

function itemsFor(execution: number): readonly object[] {
	return Array.from({ length: itemsOf(execution) }, () => ({ equal: true }));
}

/** Until all have succeeded, or nothing has changed for longer than the service repeats callbacks. */
async function whenSettled(
	list: () => Promise<readonly Listed[]>,
	executions: number,
): Promise<readonly Listed[]> {
	let seen = '';
	let changedAt = Date.now();
	return waitUntil(
		'the executions to end',
		async () => {
			const listed = await list();
			const statuses = listed.map(({ status }) => status).join();
			if (statuses !== seen) changedAt = Date.now();
			seen = statuses;
			const good = listed.filter(({ status }) => status === 'success');
			const isOver = good.length === executions;
			return isOver || Date.now() - changedAt > UNCHANGED_MS ? listed : undefined;
		},
		{ timeoutMs: 3_600_000, everyMs: 2_000 },
	);
}
