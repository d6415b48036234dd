import { setTimeout as sleep } from 'node:timers/promises';
import { runPool } from '../../client/index.ts';
import { runKnowing, type Returned } from '../contenders/knowingLoop.mts';
import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { outputOf, runOf, runsOfAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { addStranger } from '../setting/stranger.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import type { Credential } from '../../scripts/n8n/credentials.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 20;
const SHARE = { queuing: 0.1, preparing: 0.1, running: 0.8 };
/** Between the starts of executions that run at once, so that they do not wait for each other. */
const APART_MS = 500;

export type LagCase = {
	/** Durations are spread evenly around it. */
	readonly seconds: number;
	/** Executions of one task each that run side by side. */
	readonly atOnce: number;
	readonly mostLag: number;
	readonly maxChecks: number;
};

/** Durations are spread so far above and below the mean, in parts of it. */
const SPREAD = 0.5;
const KNOWN_SPREAD = 0.2;
/** A known app is one of which three tasks have been seen; they take what the others take. */
const SEEN = [0.9, 1.15, 1];

/** How late the node is: service finished -> node returned. */
export async function measureLag(setting: Setting, lag: LagCase): Promise<readonly Measured[]> {
	return [...(await measureUnknown(setting, lag)), ...(await measureKnown(setting, lag))];
}

/** Each execution has an account of its own, so that none knows the app from another. */
async function measureUnknown(setting: Setting, lag: LagCase): Promise<readonly Measured[]> {
	const { emulator, service } = setting;
	const spread = durations(lag, SPREAD);
	const runs = await Promise.all(
		spread.map(async () => runOnce(setting, await addStranger(setting))),
	);
	const ours = await lagsOf(setting, lag, spread, (index) => runs[index]?.());
	const peer = await storePeer(setting, 1);
	const theirs = await lagsOf(setting, lag, spread, () => runPeer(setting, peer));
	await emulator.reset();
	const ideal = await noted(setting, await runKnowing(emulator, service, spread));
	const [lagSeconds, idealLag] = [mean(ours.lags), mean(ideal.lags)];
	return [
		{
			what: 'mean lag, service finished to node returned',
			unit: 's',
			ours: lagSeconds,
			samples: ours.lags,
			ideal: idealLag,
			peers: { [PEER]: mean(theirs.lags) },
			goal: { says: `<= ${lag.mostLag} s`, met: lagSeconds <= lag.mostLag },
		},
		{
			what: 'status calls per task',
			unit: 'calls',
			ours: ours.looks,
			samples: ours.lags.map(() => ours.looks),
			ideal: ideal.looks,
			peers: { [PEER]: theirs.looks },
			goal: { says: `<= ${lag.maxChecks}`, met: ours.looks <= lag.maxChecks },
		},
	];
}

/** One execution after another learns from those before it. */
async function measureKnown(setting: Setting, lag: LagCase): Promise<readonly Measured[]> {
	const runOne = await runOnce(setting, await addStranger(setting));
	const seen = SEEN.map((share) => lag.seconds * 1000 * share);
	await lagsOf(setting, { ...lag, atOnce: SEEN.length }, seen, runOne);
	const { lags, looks } = await lagsOf(setting, lag, durations(lag, KNOWN_SPREAD), runOne);
	const product = mean(lags) * looks;
	const most = lag.seconds / 4;
	return [
		{ what: 'mean lag, app known', unit: 's', ours: mean(lags), samples: lags },
		{ what: 'status calls per task, app known', unit: 'calls', ours: looks, samples: [] },
		{
			what: 'lag times calls, app known',
			unit: 's',
			ours: product,
			samples: [],
			goal: { says: `<= T/4 = ${most} s`, met: product <= most },
		},
	];
}

function durations({ seconds }: LagCase, spread: number): readonly number[] {
	return fractions(TASKS).map((fraction) => seconds * 1000 * (1 + spread * (2 * fraction - 1)));
}

/** Executes a workflow of one task with this credential. */
async function runOnce({ rest }: Setting, credential: Credential) {
	const workflow = await storeWorkflow(rest, { name: 'Lag', nodes: [runBigFile({})], credential });
	return async (): Promise<Returned> => {
		const run = runOf(await runsOfAll(rest, workflow), RUN);
		const [item] = outputOf(run);
		return {
			requestId: String(item?.json['request_id']),
			returnedAt: run.startTime + run.executionTime,
		};
	};
}

async function lagsOf(
	setting: Setting,
	{ atOnce }: LagCase,
	spread: readonly number[],
	runOne: (index: number) => Promise<Returned> | undefined,
) {
	const { emulator } = setting;
	await emulator.reset();
	for (const ms of spread) {
		const plan = {
			queuingMs: ms * SHARE.queuing,
			preparingMs: ms * SHARE.preparing,
			runningMs: ms * SHARE.running,
		};
		await emulator.plan(plan, { times: 1 });
	}
	const outcomes = await runPool(spread, atOnce, async (_, index) => {
		if (atOnce > 1) await sleep(index * APART_MS);
		return runOne(index);
	});
	const returned = outcomes.map((outcome) => {
		if (outcome?.ok && outcome.value) return outcome.value;
		const cause = outcome?.ok === false ? outcome.error : undefined;
		throw new Error('An execution did not end well.', { cause });
	});
	return noted(setting, returned);
}

/** Lags in seconds and status checks per task, from the emulator's log. */
async function noted({ emulator }: Setting, returned: readonly Returned[]) {
	const tasks = await emulator.tasks();
	const lags = returned.map(({ requestId, returnedAt }) => {
		const task = tasks.find((each) => each.requestId === requestId);
		return (returnedAt - (task?.finishedAt ?? NaN)) / 1000;
	});
	const looks = (await emulator.requests()).filter(({ operation }) => operation === 'status');
	return { lags, looks: looks.length / returned.length };
}
