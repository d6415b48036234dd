import { setTimeout as sleep } from 'node:timers/promises';
import type { Credential } from '../../scripts/n8n/credentials.mts';
import { chain, start, store } from '../../scripts/stage/workflows.mts';
import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { RUN, runBigFile } from '../setting/nodes.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { courseOf, runAll, type Course } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { addStranger } from '../setting/stranger.mts';

type Tasks = {
	/** Their mean duration. */
	readonly seconds: number;
	/** Whether executions of one task each run side by side. */
	readonly isAtOnce: boolean;
	readonly mostLag: number;
	readonly mostCalls: number;
};

const ALL_TASKS: readonly Tasks[] = [
	{ seconds: 2, isAtOnce: false, mostLag: 0.4, mostCalls: 5 },
	{ seconds: 7, isAtOnce: false, mostLag: 0.6, mostCalls: 9 },
	{ seconds: 60, isAtOnce: true, mostLag: 1.8, mostCalls: 27 },
];
const COUNT = 20;
const SHARE = { queuing: 0.1, preparing: 0.1, running: 0.8 };
/** Between the starts of executions that run at once, so that they do not wait for each other. */
const APART_MS = 500;
/** Durations are spread so far above and below the mean, in parts of it. */
const SPREAD = 0.5;
const KNOWN_SPREAD = 0.2;
/** A known app is one of which three tasks have been seen; they take what the others take. */
const SEEN = [0.9, 1.15, 1];

/** How late the node is: task finished -> node returned. */
export async function measureLag(setting: Setting): Promise<readonly Measured[]> {
	const figures: Measured[] = [];
	for (const tasks of ALL_TASKS) {
		figures.push(...(await measureUnknown(setting, tasks)));
		figures.push(...(await measureKnown(setting, tasks)));
	}
	return figures;
}

/** Each execution has an account of its own, so that none knows the app from another. */
async function measureUnknown(setting: Setting, tasks: Tasks): Promise<readonly Measured[]> {
	const { isAtOnce, mostLag, mostCalls } = tasks;
	const spread = durations(tasks, SPREAD);
	const runs = await Promise.all(
		spread.map(async () => runOnce(setting, await addStranger(setting))),
	);
	const ours = await lagsOf(setting, isAtOnce, spread, runs);
	const peer = await storePeer(setting, 1);
	const loops = spread.map(() => () => runPeer(setting, peer));
	const theirs = await lagsOf(setting, isAtOnce, spread, loops);
	const lag = mean(ours.lags);
	return [
		{
			...lagFigure(`tasks of ${tasks.seconds} s`, ours.lags),
			peers: { [PEER]: mean(theirs.lags) },
			goal: { says: `<= ${mostLag} s`, met: lag <= mostLag },
		},
		{
			...callsFigure(`tasks of ${tasks.seconds} s`, ours.calls),
			peers: { [PEER]: theirs.calls },
			goal: { says: `<= ${mostCalls}`, met: ours.calls <= mostCalls },
		},
	];
}

/** One execution after another learns from those before it. */
async function measureKnown(setting: Setting, tasks: Tasks): Promise<readonly Measured[]> {
	const runOne = await runOnce(setting, await addStranger(setting));
	const seen = SEEN.map((share) => tasks.seconds * 1000 * share);
	await lagsOf(
		setting,
		true,
		seen,
		seen.map(() => runOne),
	);
	const spread = durations(tasks, KNOWN_SPREAD);
	const runs = spread.map(() => runOne);
	const { lags, calls } = await lagsOf(setting, tasks.isAtOnce, spread, runs);
	const of = `tasks of ${tasks.seconds} s of a known app`;
	return [lagFigure(of, lags), callsFigure(of, calls)];
}

function lagFigure(of: string, lags: readonly number[]): Measured {
	return { what: `${of}: from the end of a task to its result, mean`, unit: 's', ours: mean(lags) };
}

function callsFigure(of: string, calls: number): Measured {
	return { what: `${of}: status calls for each`, unit: 'calls', ours: calls };
}

function durations({ seconds }: Tasks, spread: number): readonly number[] {
	return fractions(COUNT).map((fraction) => seconds * 1000 * (1 + spread * (2 * fraction - 1)));
}

/** Executes a workflow of one task with this credential. */
async function runOnce({ rest }: Setting, credential: Credential): Promise<() => Promise<Course>> {
	const workflow = await store({ rest, credential }, chain('Lag', start, runBigFile()));
	return async () => courseOf(await runAll(rest, workflow), RUN);
}

/** Lags in seconds and status calls for each task, from the emulator's log. */
async function lagsOf(
	{ emulator }: Setting,
	isAtOnce: boolean,
	spread: readonly number[],
	starts: ReadonlyArray<() => Promise<Course>>,
) {
	emulator.reset();
	for (const ms of spread) {
		const plan = {
			queuingMs: ms * SHARE.queuing,
			preparingMs: ms * SHARE.preparing,
			runningMs: ms * SHARE.running,
		};
		emulator.plan(plan, { times: 1 });
	}
	const runs: Array<Promise<Course>> = [];
	for (const startOne of starts) {
		const run = startOne();
		runs.push(run);
		await (isAtOnce ? sleep(APART_MS) : run);
	}
	const ends = await Promise.all(runs);
	const tasks = emulator.tasks();
	const lags = ends.map((end) => {
		const task = tasks.find(({ requestId }) => requestId === end.requestId);
		return (end.returnedAt - (task?.finishedAt ?? NaN)) / 1000;
	});
	const calls = emulator.requests().filter(({ operation }) => operation === 'status');
	return { lags, calls: calls.length / spread.length };
}
