import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveCredential } from '../../scripts/n8n/credentials.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { createRest } from '../../scripts/n8n/rest.mts';
import { startN8n } from '../../scripts/n8n/server.mts';
import { OWNER } from '../../scripts/stage/stage.mts';
import { median } from '../measure/statistics.mts';
import type { Measured } from '../report/figure.mts';
import { writePackageVariant } from '../setting/packageVariant.mts';
import type { Setting } from '../setting/setting.mts';
import { publish, start } from '../setting/webhook.mts';

const EXECUTIONS = 200;
const PLACES = 10;
const TASK_SECONDS = 2;
const IDEAL_SECONDS = (EXECUTIONS / PLACES) * TASK_SECONDS;
const PEER = 'a rate limiter per execution';

const project = join(import.meta.dirname, '..', '..');
/** Each execution takes part in a limiter of its own. */
const ALONE = {
	code: /= shareLimiter\((\w+)\)/,
	by: '= shareLimiter($1 + Math.random())',
};

type Executor = Pick<Setting, 'n8n' | 'rest' | 'credential'>;

type Run = {
	readonly seconds: number;
	/** Refused creates, in percent of the accepted ones. */
	readonly refused: number;
	/** The longest wait of an execution, as a multiple of the median. */
	readonly longest: number;
	readonly waits: readonly number[];
};

/** Executions that are started at once, against a service that takes fewer tasks. */
export async function measureManyExecutions(setting: Setting): Promise<readonly Measured[]> {
	const ours = await measureRun(setting, setting);
	const theirs = await withVariant(setting, (variant) => measureRun(setting, variant));
	return [
		{
			what: `time of ${EXECUTIONS} executions of ${TASK_SECONDS} s, ${PLACES} places at the service`,
			unit: 's',
			...{ ours: ours.seconds, samples: [ours.seconds], ideal: IDEAL_SECONDS },
			peers: { [PEER]: theirs.seconds },
			goal: { says: '<= 1.1x ideal', met: ours.seconds <= 1.1 * IDEAL_SECONDS },
		},
		{
			what: 'refused creates per accepted one',
			unit: '%',
			...{ ours: ours.refused, samples: [ours.refused], ideal: 0 },
			peers: { [PEER]: theirs.refused },
			goal: { says: '<= 5 %', met: ours.refused <= 5 },
		},
		{
			what: 'longest wait of an execution per median',
			unit: 'x',
			...{ ours: ours.longest, samples: ours.waits },
			peers: { [PEER]: theirs.longest },
			goal: { says: '<= 2x', met: ours.longest <= 2 },
		},
	];
}

/** A second n8n, with the package changed in one place. */
async function withVariant(
	{ folder, service }: Setting,
	use: (variant: Executor) => Promise<Run>,
): Promise<Run> {
	const packageFolder = join(folder, 'limiter-per-execution');
	await writePackageVariant(project, packageFolder, ALONE);
	const userFolder = join(folder, 'n8n-of-variant');
	const n8n = await startN8n({ n8nFolder: join(project, 'n8n'), packageFolder, userFolder });
	try {
		const rest = createRest(n8n.url);
		await signIn(rest, OWNER);
		const data = { ...service, callbackToken: '' };
		const credential = await saveCredential(rest, { name: 'Service', type: 'aiAppApi', data });
		return await use({ n8n, rest, credential });
	} finally {
		await n8n.stop();
	}
}

async function measureRun({ emulator }: Setting, executor: Executor): Promise<Run> {
	const url = await publish(executor);
	await emulator.reset();
	await emulator.setLimits({ parallelTasks: PLACES });
	await emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_SECONDS * 1000 - 200 });
	const begun = performance.now();
	const waits = await Promise.all(
		Array.from({ length: EXECUTIONS }, async (_, n) => {
			await sleep((n * 1000) / EXECUTIONS);
			return start(url);
		}),
	);
	const seconds = (performance.now() - begun) / 1000;
	const creates = (await emulator.requests()).filter(({ operation }) => operation === 'create');
	const refused = creates.filter(({ status }) => status === 429).length;
	const accepted = (await emulator.tasks()).length;
	if (accepted !== EXECUTIONS) throw new Error(`There are ${accepted} tasks.`);
	const longest = Math.max(...waits) / median(waits);
	return { seconds, refused: (100 * refused) / accepted, longest, waits };
}
