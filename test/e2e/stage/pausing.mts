import type { DeliveryRecord, Emulator } from '../../../emulator/index.mts';
import {
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { store } from './pauseWorkflows.mts';
import type { TestStage } from './testStage.mts';

/** So long a task runs that ends when a test moves the emulator's clock. */
export const LONG_MS = 600_000;

const PROMPT = '6:CLIPTextEncode.text';

/** Stores a workflow and runs it by hand. */
export async function begin(stage: TestStage, workflow: Workflow): Promise<string> {
	return runWorkflow(stage.rest, await store(stage, workflow));
}

/** The same, and waits until it is paused; its tasks must take far longer than that. */
export async function beginPaused(stage: TestStage, workflow: Workflow): Promise<string> {
	const id = await begin(stage, workflow);
	const execution = await waitForExecution(stage.rest, id, 60_000);
	if (execution.status === 'waiting') return id;
	throw new Error(`It is ${execution.status}: ${execution.error?.message ?? 'no message'}`);
}

/** Waits until an execution is finished, however often it pauses before that. */
export function ended(
	{ rest }: TestStage,
	id: string,
	whenPaused?: () => Promise<void>,
): Promise<Execution> {
	return waitUntil(
		`execution ${id} to end`,
		async () => {
			const execution = await waitForExecution(rest, id, 60_000);
			if (execution.status !== 'waiting') return execution;
			await whenPaused?.();
			return undefined;
		},
		{ timeoutMs: 120_000 },
	);
}

/** The same, and whenever it pauses, its tasks end, and callbacks that came too early are repeated. */
export function resumed(stage: TestStage, id: string): Promise<Execution> {
	return ended(stage, id, () => stage.emulator.clock.advance(LONG_MS));
}

export function jsonOf(execution: Execution, node: string, output = 0) {
	return itemsOf(execution, node, output).map(({ json }) => json);
}

export function createsOf({ emulator }: TestStage): number {
	return emulator.requests().filter(({ operation }) => operation === 'create').length;
}

/** The prompt that a task was created with. */
export function promptOf(emulator: Emulator, requestId: unknown): unknown {
	return emulator.tasks().find((task) => task.requestId === requestId)?.inputValues[PROMPT];
}

/** The callback URL of the latest task that has one. */
export function latestCallbackUrl({ emulator }: TestStage): URL {
	const urls = emulator.requests().map(({ headers }) => headers['x-service-task-webhook-url']);
	const url = urls.findLast((each) => each !== undefined);
	if (url === undefined) throw new Error('No task has a callback.');
	return new URL(String(url));
}

/** The status of the response to a made-up callback. */
export async function call(url: URL, body: object = {}): Promise<number> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return answer.status;
}

export function deliveriesOf({ emulator }: TestStage, requestId: unknown): DeliveryRecord[] {
	return emulator.deliveries().filter((each) => each.requestId === requestId);
}

/** Waits until the service got 200 for the callback of a task at least `count` times. */
export async function delivered(stage: TestStage, requestId: unknown, count = 1): Promise<void> {
	const accepted = () =>
		deliveriesOf(stage, requestId).filter(({ status }) => status === 200).length;
	await waitUntil('the callbacks to be answered', async () => accepted() >= count || undefined, {
		timeoutMs: 60_000,
	});
}
