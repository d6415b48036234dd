import { setTimeout as sleep } from 'node:timers/promises';
import type { Emulator } from '../../emulator/index.mts';
import { runWorkflow, stopExecution, waitForExecution } from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import type { Stage } from '../../scripts/stage/stage.mts';
import { APPS, type Workload } from './workloads.mts';

/** A kind of work as n8n has stored it. */
export type Stored = Workload & { readonly name: string; readonly stored: StoredWorkflow };

/** The result of one execution; `trouble` if it isn't the expected one. */
export type Went = { readonly name: string; readonly trouble?: string };

const EVERY_MS = 1_000;
const PATIENCE_MS = 180_000;
const PAUSED = 'waiting';

/** Starts the kinds in turn, one execution per second, and waits for the end of all. */
export async function runCourse(
	stage: Stage,
	kinds: readonly Stored[],
	untilMs: number,
): Promise<readonly Went[]> {
	const running: Array<Promise<Went>> = [];
	for (let n = 0; Date.now() < untilMs; n++) {
		const kind = kinds[n % kinds.length];
		if (kind) running.push(once(stage, kind));
		await sleep(EVERY_MS);
	}
	return Promise.all(running);
}

/** Each kind once, one after the other. */
export async function warmUp(stage: Stage, kinds: readonly Stored[]): Promise<readonly Went[]> {
	const went: Went[] = [];
	for (const kind of kinds) went.push(await once(stage, kind));
	return went;
}

async function once(stage: Stage, kind: Stored): Promise<Went> {
	const { name } = kind;
	return go(stage, kind).then(
		({ status, error }) => {
			const trouble = `ended as ${status}: ${error?.message ?? 'no message'}`;
			return { name, ...(status !== kind.endsAs && { trouble }) };
		},
		(error: unknown) => ({ name, trouble: String(error) }),
	);
}

async function go({ rest, emulator }: Stage, { stored, creates, endsAs }: Stored) {
	const id = await runWorkflow(rest, stored);
	if (endsAs === 'canceled') {
		await tasksOf(emulator, id, creates);
		await stopExecution(rest, id);
	}
	return waitUntil(
		`execution ${id} to end`,
		async () => {
			const execution = await waitForExecution(rest, id, PATIENCE_MS);
			return execution.status === PAUSED ? undefined : execution;
		},
		{ timeoutMs: PATIENCE_MS, everyMs: 1_000 },
	);
}

/** Waits until an execution has created its endless tasks. */
async function tasksOf(emulator: Emulator, executionId: string, count: number): Promise<void> {
	const isOwn = (inputs: Readonly<Record<string, unknown>>) =>
		Object.values(inputs).includes(`of ${executionId}`);
	await waitUntil(
		`the tasks of execution ${executionId}`,
		async () => {
			const tasks = emulator.tasks().filter(({ appId }) => appId === APPS.endless);
			return tasks.filter(({ inputValues }) => isOwn(inputValues)).length >= count || undefined;
		},
		{ timeoutMs: PATIENCE_MS, everyMs: 300 },
	);
}
