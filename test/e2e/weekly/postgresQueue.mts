import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator, type Emulator } from '../../../emulator/index.mts';
import {
	saveCredential,
	type Credential,
	type CredentialDraft,
} from '../../../scripts/n8n/credentials.mts';
import { signIn } from '../../../scripts/n8n/owner.mts';
import { startPostgres, type Database } from '../../../scripts/n8n/queue/postgres.mts';
import { findPrograms } from '../../../scripts/n8n/queue/programs.mts';
import { startQueueProcess, type QueueProcess } from '../../../scripts/n8n/queue/queueProcess.mts';
import { reservedPort } from '../../../scripts/n8n/queue/reservedPort.mts';
import { createRest, type Rest } from '../../../scripts/n8n/rest.mts';
import {
	activateWorkflow,
	createWorkflow,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { saveDatabase } from '../../../scripts/demo/database.mts';
import { CALLER, readExample, VISITOR } from '../../../scripts/stage/examples.mts';
import { credentialFor, OWNER } from '../../../scripts/stage/stage.mts';
import { n8nFolder, projectFolder, usualEnv } from '../stage/testStage.mts';
import { apiKeyOfChance, watchSecrets } from '../stage/watchedSecrets.mts';

/** An n8n with a database of its own and both examples, published. */
export type Instance = {
	readonly n8n: QueueProcess;
	readonly rest: Rest;
	readonly credential: Credential;
	readonly create: StoredWorkflow;
	readonly collect: StoredWorkflow;
};

/** A row of the table, as far as tests read it. */
export type Job = {
	readonly job: number;
	readonly state: string;
	readonly request_id: string | null;
	readonly result_url: string | null;
	readonly reason: string | null;
	readonly claimed_by: string | null;
};

/** Several n8n instances, and a PostgreSQL with the table of jobs that they share. */
export type JobQueue = {
	readonly emulator: Emulator;
	readonly instances: readonly Instance[];
	/** Of the table, in order. */
	jobs(): Promise<readonly Job[]>;
	/** Runs a statement of SQL, as a person would. */
	run(statement: string): Promise<string>;
	/**
	 * Stops everything and removes its data, if none of it contains a secret.
	 * @throws if a secret was found
	 */
	close(): Promise<void>;
};

const CREATE = 'work-through-a-queue-create.json';
const COLLECT = 'work-through-a-queue-collect.json';
/** How often the schedules start, in seconds: in place of the minutes of the examples. */
export type Pace = {
	readonly 'When a Minute Begins': number;
	readonly 'When Five Minutes Have Passed': number;
};

/** After how long a job is read whose callback was missed. */
const MISSED = ["interval '2 minutes'", "interval '20 seconds'"] as const;

type Closers = Array<() => Promise<unknown>>;

/** @param count how many n8n instances */
export async function openJobQueue(count: number, pace: Pace): Promise<JobQueue> {
	const closers: Closers = [];
	const closeAll = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		return await open(count, pace, closers, closeAll);
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function open(
	count: number,
	pace: Pace,
	closers: Closers,
	closeAll: () => Promise<void>,
): Promise<JobQueue> {
	const { postgresFolder } = await findPrograms();
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-jobs-'));
	closers.push(() => rm(folder, { recursive: true, force: true }));
	// PostgreSQL has another user, who must get to its folder in here.
	await chmod(folder, 0o711);
	const database = await startPostgres(postgresFolder, join(folder, 'postgres'));
	closers.push(database.stop);
	const emulator = await startEmulator({ apiKey: apiKeyOfChance() });
	closers.push(emulator.close);
	const callbackToken = randomBytes(24).toString('hex');
	const { guard, keep, findIn } = watchSecrets(emulator);
	guard('callback token', callbackToken);
	const run = runner(postgresFolder, database);
	const names = Array.from({ length: count }, (_, n) => join(folder, `n8n-${n + 1}`));
	const account = credentialFor(emulator, { callbackToken });
	const shared = { account, database, pace };
	const starts = names.map((userFolder) => startInstance(userFolder, closers, shared));
	await Promise.allSettled(starts);
	const instances = await Promise.all(starts);
	return {
		...{ emulator, instances, run },
		jobs: async () => JSON.parse(await run(ROWS)) as readonly Job[],
		close: async () => {
			keep('the table of jobs', await database.dump());
			for (const { n8n } of instances) await n8n.stop();
			const findings = await Promise.all(names.map(findIn));
			await closeAll();
			if (findings.flat().length > 0)
				throw new Error(`Secrets were found: ${JSON.stringify(findings.flat())}`);
		},
	};
}

const ROWS = "SELECT coalesce(json_agg(j ORDER BY job), '[]') FROM ai_app_jobs j";

function runner(postgresFolder: string, { port, user, database }: Database) {
	const psql = join(postgresFolder, 'psql');
	const place = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database];
	const format = ['-v', 'ON_ERROR_STOP=1', '--quiet', '--tuples-only', '--no-align'];
	return async (statement: string) => {
		const args = [...place, ...format, '-c', statement];
		return (await promisify(execFile)(psql, args, { maxBuffer: 2 ** 26 })).stdout.trim();
	};
}

type Shared = {
	readonly account: CredentialDraft;
	readonly database: Database;
	readonly pace: Pace;
};

async function startInstance(
	userFolder: string,
	closers: Closers,
	{ account, database, pace }: Shared,
): Promise<Instance> {
	const packageFolder = projectFolder;
	const place = { n8nFolder, packageFolder, userFolder, preferredPort: await reservedPort() };
	const n8n = await startQueueProcess({ ...place, env: usualEnv });
	closers.push(n8n.stop);
	const rest = createRest(n8n.url);
	await signIn(rest, OWNER);
	const credential = await saveCredential(rest, account);
	const jobs = await saveDatabase(rest, database);
	const stage = { rest, credential, n8n };
	const guests = { visitor: VISITOR, caller: CALLER, database: jobs };
	const store = async (file: string) =>
		createWorkflow(rest, soon(await readExample(stage, projectFolder, file, guests), pace));
	return { ...stage, create: await store(CREATE), collect: await store(COLLECT) };
}

/** An example with seconds in place of minutes. */
function soon(example: Workflow, pace: Pace): Workflow {
	const nodes = example.nodes.map((node): WorkflowNode => {
		const { parameters } = node;
		const secondsInterval = new Map(Object.entries(pace)).get(node.name);
		if (secondsInterval !== undefined) {
			const rule = { interval: [{ field: 'seconds', secondsInterval }] };
			return { ...node, parameters: { rule } };
		}
		if (node.type !== 'n8n-nodes-base.postgres') return node;
		const query = String(parameters['query']).replace(...MISSED);
		return { ...node, parameters: { ...parameters, query } };
	});
	return { ...example, nodes };
}

/** Publishes the examples of all instances: the one that collects first, as their notes say. */
export async function publishAll({ instances }: JobQueue): Promise<void> {
	for (const { rest, collect, create } of instances) {
		await activateWorkflow(rest, collect);
		await activateWorkflow(rest, create);
	}
}

/** The tasks that the service has for a job. */
export function tasksOf({ emulator }: JobQueue, job: number | string) {
	return emulator.tasks().filter(({ headers }) => headers['x-service-task-job'] === String(job));
}

/** Jobs of the app that creates an image from a text. */
export async function addJobs({ run }: JobQueue, count: number): Promise<void> {
	const inputs = `json_build_object('Prompt', 'Picture ' || n)`;
	const values = `SELECT '54663', ${inputs} FROM generate_series(1, ${count}) n`;
	await run(`INSERT INTO ai_app_jobs (app, inputs) ${values}`);
}
