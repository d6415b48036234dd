import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { addJobs, tasksOf, type Instance, type Job, type JobQueue } from './postgresQueue.mts';

/** What became of jobs while n8n was killed. */
export type KillCounts = {
	readonly jobs: number;
	readonly kills: number;
	readonly done: number;
	readonly failed: number;
	/** In the end. */
	readonly check: number;
	/** In no final state, or done without the result of their own task. */
	readonly lost: number;
	readonly createdTwice: number;
	/** Being sent by an n8n at the moment when it was killed. */
	readonly claimedAtKills: number;
	/** Of these, done: their request ID came with a callback. */
	readonly settledByCallback: number;
	/** Jobs to check whose task exists: its callbacks came while n8n was down. */
	readonly checkWithTask: number;
	readonly seconds: number;
};

export type Killing = {
	readonly jobs: number;
	readonly kills: number;
	/** Numbers in [0, 1). */
	readonly random: () => number;
	/** How long the longest task takes. */
	readonly slowestMs: number;
};

const PATIENCE = { timeoutMs: 800_000 };
const MOST_ATTEMPTS = 10;

/** Adds jobs, kills an n8n at random moments while they are worked through, and counts. */
export async function killWhileWorking(queue: JobQueue, killing: Killing): Promise<KillCounts> {
	const { jobs, random, slowestMs } = killing;
	for (let n = 0; n < jobs; n++) {
		const runningMs = Math.round(slowestMs * (0.25 + 0.75 * random()));
		queue.emulator.plan({ runningMs, queuingMs: 0, preparingMs: 0 }, { times: 1 });
	}
	const begunAt = Date.now();
	await addJobs(queue, jobs);
	const claimed = await killAtRandomMoments(queue, killing);
	await settle(queue, claimed);
	return count(queue, killing, claimed, (Date.now() - begunAt) / 1_000);
}

/** @returns the jobs that were being sent by an n8n when it was killed */
async function killAtRandomMoments(
	queue: JobQueue,
	{ jobs, kills, random }: Killing,
): Promise<ReadonlySet<number>> {
	const claimed = new Set<number>();
	const restarts = new Map<Instance, Promise<void>>();
	const creates = queue.emulator.tasks().length;
	const moments = Array.from({ length: kills }, () => jobs * 0.9 * random());
	for (const moment of moments.sort((one, other) => one - other)) {
		const victim = queue.instances[Math.floor(queue.instances.length * random())] as Instance;
		await restarts.get(victim);
		await passed('tasks', () => queue.emulator.tasks().length - creates, moment);
		const requests = queue.emulator.requests().length;
		await passed('requests', () => queue.emulator.requests().length - requests, 30 * random());
		await victim.n8n.kill();
		await lastStatements(queue);
		for (const job of await claimedBy(queue, victim)) claimed.add(job);
		// On a busy machine n8n may need longer than its start is waited for.
		const restart = victim.n8n.restart().catch(() => victim.n8n.restart());
		restarts.set(victim, restart);
		// It's awaited later, and may fail before.
		restart.catch(() => undefined);
	}
	await Promise.all(restarts.values());
	return claimed;
}

/** PostgreSQL completes what a killed n8n has sent. */
async function lastStatements({ run }: JobQueue): Promise<void> {
	const active = `SELECT count(*) FROM pg_stat_activity
		WHERE state = 'active' AND query LIKE '%ai_app_jobs%' AND pid <> pg_backend_pid()`;
	const areOver = async () => (await run(active)) === '0' || undefined;
	await waitUntil('the last statements', areOver, { timeoutMs: 60_000, everyMs: 10 });
}

/** Waits for the next of these, and no longer where nothing happens any more. */
async function passed(what: string, count: () => number, moment: number): Promise<void> {
	const patience = { timeoutMs: what === 'tasks' ? PATIENCE.timeoutMs : 5_000, everyMs: 10 };
	const waiting = waitUntil(what, async () => count() >= moment || undefined, patience);
	await (what === 'tasks' ? waiting : waiting.catch(() => undefined));
}

async function claimedBy({ jobs }: JobQueue, { n8n }: Instance): Promise<readonly number[]> {
	const own = (await jobs()).filter(
		({ state, claimed_by }) => state === 'sending' && claimed_by?.startsWith(`${n8n.url}/`),
	);
	return own.map(({ job }) => job);
}

/** Waits until nothing changes by itself, then lets the ten minutes pass. */
async function settle(queue: JobQueue, claimed: ReadonlySet<number>): Promise<void> {
	const isLeft = ({ job, state }: Job) =>
		state === 'sending' && claimed.has(job) && !isAwaited(queue, job);
	await untilNone(queue, (job) => OPEN.includes(job.state) && !isLeft(job));
	await queue.run(
		`UPDATE ai_app_jobs SET claimed_at = claimed_at - interval '10 minutes' WHERE state = 'sending'`,
	);
	await untilNone(queue, ({ state }) => OPEN.includes(state));
}

const OPEN = ['waiting', 'sending', 'created'];

async function untilNone(queue: JobQueue, isOpen: (job: Job) => boolean): Promise<void> {
	let open: readonly Job[] = [];
	const areEnded = async () => {
		open = (await queue.jobs()).filter(isOpen);
		return open.length === 0 || undefined;
	};
	await waitUntil('all jobs to end', areEnded, PATIENCE).catch((error: Error) => {
		throw new Error(`${error.message} ${JSON.stringify(open)}`);
	});
}

/** Whether the service may still send a callback for the job. */
function isAwaited(queue: JobQueue, job: number): boolean {
	const deliveries = queue.emulator.deliveries();
	return tasksOf(queue, job).some(({ requestId }) => {
		const own = deliveries.filter((delivery) => delivery.requestId === requestId);
		return own.length < MOST_ATTEMPTS && !own.some(({ status }) => status === 200);
	});
}

async function count(
	queue: JobQueue,
	{ jobs, kills }: Killing,
	claimed: ReadonlySet<number>,
	seconds: number,
): Promise<KillCounts> {
	const rows = (await queue.jobs()).slice(-jobs);
	const inState = (state: string) => rows.filter((row) => row.state === state);
	const isLost = ({ job, state, request_id, result_url }: Job) => {
		const isOwn = tasksOf(queue, job).some(({ requestId }) => requestId === request_id);
		return state === 'done' ? !isOwn || !result_url : !['failed', 'check'].includes(state);
	};
	const creates = queue.emulator.requests().filter(({ operation }) => operation === 'create');
	const sent = creates.map(({ headers }) => Number(headers['x-service-task-job']));
	return {
		...{ jobs, kills },
		done: inState('done').length,
		failed: inState('failed').length,
		check: inState('check').length,
		lost: rows.filter(isLost).length,
		createdTwice: rows.filter(({ job }) => sent.filter((each) => each === job).length > 1).length,
		claimedAtKills: claimed.size,
		settledByCallback: inState('done').filter(({ job }) => claimed.has(job)).length,
		checkWithTask: inState('check').filter(({ job }) => tasksOf(queue, job).length > 0).length,
		seconds: Math.round(seconds),
	};
}
