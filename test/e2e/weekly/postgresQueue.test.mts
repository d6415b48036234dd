import { appendFile } from 'node:fs/promises';
import {
	executionIds,
	itemsOf,
	runWorkflow,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { example } from '../../readme/readme.mts';
import {
	openJobQueue,
	publishAll,
	tasksOf,
	type Instance,
	type Job,
	type JobQueue,
} from './postgresQueue.mts';
import { killWhileWorking } from './postgresQueueKills.mts';
import { compareSpeed } from './postgresQueueSpeed.mts';

/** A week has more of both than a change, and other moments. */
const JOBS = Number(process.env['QUEUE_JOBS'] ?? 30);
const KILLS = Number(process.env['QUEUE_KILLS'] ?? 1);
const SEED = Number(process.env['QUEUE_SEED'] ?? 7);
const RESULTS = process.env['QUEUE_RESULTS'];
/** Executions that find nothing to do take time from the others. */
const PACE =
	JOBS > 100
		? { 'When a Minute Begins': 5, 'When Five Minutes Have Passed': 60 }
		: { 'When a Minute Begins': 2, 'When Five Minutes Have Passed': 3 };
const PATIENCE = { timeoutMs: 120_000 };

let queue: JobQueue;
let instance: Instance;

beforeAll(async () => {
	queue = await openJobQueue(2, PACE);
	[instance] = queue.instances as [Instance];
});

afterAll(() => queue?.close());

test('the table is created by hand, with jobs, and once more without harm', async () => {
	for (const count of [2, 4]) {
		const id = await runWorkflow(instance.rest, instance.create);
		expect((await waitForExecution(instance.rest, id, 60_000)).error).toBeUndefined();
		expect(await queue.jobs()).toMatchObject(Array(count).fill({ state: 'waiting' }));
	}
	await queue.run('TRUNCATE ai_app_jobs');
});

test('an empty queue creates nothing', async () => {
	await publishAll(queue);
	const { rest, create } = instance;
	const id = await waitUntil('its turn', async () => (await byItself())[0], PATIENCE);

	const execution = await waitForExecution(rest, id, 60_000);

	expect(execution.status).toBe('success');
	expect(execution.runs['Claim Jobs']).toHaveLength(1);
	expect(itemsOf(execution, 'Claim Jobs')).toEqual([]);
	expect(queue.emulator.requests()).toEqual([]);

	async function byItself(): Promise<readonly string[]> {
		return (await executionIds(rest, create)).slice(0, -2);
	}
});

test('jobs are done, or fail with the reason', async () => {
	queue.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });
	const first = await addJob();
	await untilIn(first, 'failed');
	const [good, wrong] = [await addJob(), await addJob('{"Size": 1}')];

	await untilIn(good, 'done');
	await untilIn(wrong, 'failed');

	expect((await jobOf(first)).reason).toContain('Out of paint');
	expect((await jobOf(wrong)).reason).toContain('The app has no input "Size"');
	const [task] = tasksOf(queue, good);
	const { request_id: requestId, result_url: url } = await jobOf(good);
	expect(requestId).toBe(task?.requestId);
	expect(url).toContain(`/${requestId}`);
	expect(tasksOf(queue, wrong)).toEqual([]);
});

test('a callback settles a job whose request ID was never saved', async () => {
	queue.emulator.plan({ runningMs: 4_000 }, { times: 1 });
	const job = await addJob();
	await untilIn(job, 'created');
	await queue.run(`UPDATE ai_app_jobs SET state = 'sending', request_id = NULL WHERE job = ${job}`);

	await untilIn(job, 'done');

	expect((await jobOf(job)).request_id).toBe(tasksOf(queue, job)[0]?.requestId);
});

test('a job whose callback was missed is read later, when its task has finished', async () => {
	queue.emulator.plan({ runningMs: 6_000, callback: { copies: 0 } }, { times: 1 });
	const job = await addJob();
	await untilIn(job, 'created');

	await age(job);

	await untilIn(job, 'done');
	expect(tasksOf(queue, job)).toHaveLength(1);
});

test('a job whose task may exist waits for a person, and has another task at their word only', async () => {
	queue.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
	queue.emulator.plan({ callback: { copies: 0 } }, { times: 1 });
	const job = await addJob();
	await untilIn(job, 'check');
	expect((await jobOf(job)).reason).toContain("didn't confirm whether the task was created");

	const other = await addJob();
	await untilIn(other, 'done');
	expect(tasksOf(queue, job)).toHaveLength(1);
	await asToldBy(example('queueAgain'), job);

	await untilIn(job, 'done');
	expect(tasksOf(queue, job)).toHaveLength(2);
	expect((await jobOf(job)).request_id).toBe(tasksOf(queue, job)[1]?.requestId);
});

test('a job whose task a person found is done without another task', async () => {
	queue.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
	queue.emulator.plan({ callback: { copies: 0 } }, { times: 1 });
	const job = await addJob();
	await untilIn(job, 'check');
	const [task] = tasksOf(queue, job);
	await asToldBy(example('queueCreated').replace('REQUEST ID', task?.requestId ?? ''), job);

	await age(job);

	await untilIn(job, 'done');
	expect(tasksOf(queue, job)).toHaveLength(1);
});

test('a job that the service clearly refused waits again, and has one task in the end', async () => {
	queue.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });
	const job = await addJob();

	await untilIn(job, 'done');

	const creates = queue.emulator
		.requests()
		.filter(({ headers }) => headers['x-service-task-job'] === job);
	expect(creates).toHaveLength(2);
	expect(tasksOf(queue, job)).toHaveLength(1);
});

test('a job whose file is larger than Max File Size waits for a person', async () => {
	const job = await addJob('{"Bytes": 2147483648}', '57101');

	await untilIn(job, 'check');

	expect((await jobOf(job)).request_id).toBe(tasksOf(queue, job)[0]?.requestId);
});

// Nothing can be wrong with a speed, so only who wants the results waits for it.
if (RESULTS)
	test('the queue is measured beside a plain workflow with the same jobs', async () => {
		await record(await compareSpeed(queue, 200));
	}, 1_800_000);

test(
	'whenever n8n is killed, no job has two tasks, none is lost, and only claimed ones are to check',
	async () => {
		const slowestMs = JOBS > 100 ? 20_000 : 4_000;
		const killing = { jobs: JOBS, kills: KILLS, random: seeded(SEED), slowestMs };

		const counts = await killWhileWorking(queue, killing);

		await record({ seed: SEED, ...counts });
		expect(counts).toMatchObject({ createdTwice: 0, lost: 0, failed: 0 });
		expect(counts.check).toBeLessThanOrEqual(counts.claimedAtKills);
		expect(counts.done + counts.check).toBe(JOBS);
	},
	900_000 + JOBS * 5_000,
);

/** A line of the file of results. */
async function record(counts: object): Promise<void> {
	if (RESULTS) await appendFile(RESULTS, `${JSON.stringify(counts)}\n`);
}

/** As if it had been claimed two minutes earlier. */
function age(job: string): Promise<string> {
	return queue.run(
		`UPDATE ai_app_jobs SET claimed_at = claimed_at - interval '2 minutes' WHERE job = ${job}`,
	);
}

/** As the guide says. */
async function addJob(inputs?: string, app = '54663'): Promise<string> {
	const statement = example('queueAdd').replace(/;\n$/, ' RETURNING job').replace('54663', app);
	return queue.run(inputs ? statement.replace(/'\{.*\}'/, `'${inputs}'`) : statement);
}

/** What the guide says for job 17. */
function asToldBy(statement: string, job: string): Promise<string> {
	return queue.run(statement.replace('job = 17', `job = ${job}`));
}

async function jobOf(job: string): Promise<Job> {
	const row = (await queue.jobs()).find((each) => each.job === Number(job));
	if (row === undefined) throw new Error('There is no such job.');
	return row;
}

async function untilIn(job: string, state: string): Promise<void> {
	const isIn = async () => (await jobOf(job)).state === state || undefined;
	await waitUntil(`job ${job} to be ${state}`, isIn, PATIENCE);
}

/** Numbers in [0, 1) that are the same in every run of a seed (mulberry32). */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
