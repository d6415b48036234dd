import { setTimeout as sleep } from 'node:timers/promises';
import { runPool } from '../../client/index.ts';
import { runKnowing, type Returned } from '../contenders/knowingLoop.mts';
import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { outputOf, runOf, runsOfAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 20;
const SHARE = { queuing: 0.1, preparing: 0.1, running: 0.8 };
/** Between the starts of executions that run at once, so that they do not wait for each other. */
const APART_MS = 500;

export type LagCase = {
	/** Durations are spread evenly over half to one and a half times as much. */
	readonly seconds: number;
	/** Executions of one task each that run side by side; they know nothing of each other. */
	readonly atOnce: number;
	readonly mostLag: number;
	readonly maxChecks: number;
};

/** How late the node is: service finished -> node returned. */
export async function measureLag(setting: Setting, lag: LagCase): Promise<readonly Measured[]> {
	const { rest, credential, emulator, service } = setting;
	const workflow = await storeWorkflow(rest, { name: 'Lag', nodes: [runBigFile({})], credential });
	const ours = await lagsOf(setting, lag, async () => {
		const run = runOf(await runsOfAll(rest, workflow), RUN);
		const [item] = outputOf(run);
		return {
			requestId: String(item?.json['request_id']),
			returnedAt: run.startTime + run.executionTime,
		};
	});
	const peer = await storePeer(setting, 1);
	const theirs = await lagsOf(setting, lag, () => runPeer(setting, peer));
	await emulator.reset();
	const ideal = await noted(setting, await runKnowing(emulator, service, durations(lag)));
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
			ours: ours.checks,
			samples: ours.lags.map(() => ours.checks),
			ideal: ideal.checks,
			peers: { [PEER]: theirs.checks },
			goal: { says: `<= ${lag.maxChecks}`, met: ours.checks <= lag.maxChecks },
		},
	];
}

function durations({ seconds }: LagCase): readonly number[] {
	return fractions(TASKS).map((fraction) => seconds * 1000 * (0.5 + fraction));
}

async function lagsOf(setting: Setting, lag: LagCase, runOne: () => Promise<Returned>) {
	const { emulator } = setting;
	await emulator.reset();
	for (const ms of durations(lag)) {
		const plan = {
			queuingMs: ms * SHARE.queuing,
			preparingMs: ms * SHARE.preparing,
			runningMs: ms * SHARE.running,
		};
		await emulator.plan(plan, { times: 1 });
	}
	const outcomes = await runPool(durations(lag), lag.atOnce, async (_, index) => {
		if (lag.atOnce > 1) await sleep(index * APART_MS);
		return runOne();
	});
	const returned = outcomes.map((outcome) => {
		if (outcome?.ok) return outcome.value;
		throw new Error('An execution did not end well.', { cause: outcome?.error });
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
	const checks = (await emulator.requests()).filter(({ operation }) => operation === 'status');
	return { lags, checks: checks.length / TASKS };
}
