import { fractions, mean } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { PEER, runPeer, storePeer } from '../setting/peer.mts';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TASKS = 20;
const SHARE = { queuing: 0.1, preparing: 0.1, running: 0.8 };

/** Runs one task and tells when it was through, in milliseconds since 1970. */
type RunOne = () => Promise<number>;

/**
 * How late the node is: service finished -> node returned, one task at a time, durations spread
 * evenly over [0.5, 1.5] times `seconds`.
 */
export async function measureLag(setting: Setting, seconds: number): Promise<readonly Measured[]> {
	const { rest, credential } = setting;
	const workflow = await storeWorkflow(rest, { name: 'Lag', nodes: [runBigFile({})], credential });
	const ours = await lagsOf(setting, seconds, async () => {
		const { startTime, executionTime } = await runAll(rest, workflow, RUN);
		return startTime + executionTime;
	});
	const peer = await storePeer(setting, 1);
	const theirs = await lagsOf(
		setting,
		seconds,
		async () => (await runPeer(setting, peer)).returnedAt,
	);
	return [
		{
			what: 'mean lag, service finished to node returned',
			unit: 's',
			ours: mean(ours.lags),
			samples: ours.lags,
			peers: { [PEER]: mean(theirs.lags) },
		},
		{
			what: 'status calls per task',
			unit: 'calls',
			ours: ours.looks,
			samples: [],
			peers: { [PEER]: theirs.looks },
		},
	];
}

async function lagsOf({ emulator }: Setting, seconds: number, runOne: RunOne) {
	await emulator.reset();
	const lags: number[] = [];
	for (const fraction of fractions(TASKS)) {
		const ms = seconds * 1000 * (0.5 + fraction);
		await emulator.plan({
			queuingMs: ms * SHARE.queuing,
			preparingMs: ms * SHARE.preparing,
			runningMs: ms * SHARE.running,
		});
		const returnedAt = await runOne();
		const task = (await emulator.tasks()).at(-1);
		lags.push((returnedAt - (task?.finishedAt ?? NaN)) / 1000);
	}
	const looks = (await emulator.requests()).filter(({ operation }) => operation === 'status');
	return { lags, looks: looks.length / TASKS };
}
