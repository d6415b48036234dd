import {
	assertSuccess,
	readOutputs,
	retry,
	settle,
	type Client,
	type Clock,
	type TaskResult,
} from '../../../client/index';
import { anyOf } from '../transport/signals';
import { processMemory } from '../io/processMemory';

/** What is remembered of a finished task: nothing of its inputs or outputs. */
type Known = { readonly requestId: string };

/** In characters, with its key. */
const WEIGHT = 200;
/** The clocks of the service and of this machine may differ, and files take time to download. */
const EXPIRY_MARGIN_MS = 10 * 60_000;

const finished = processMemory.section<Known>('results');
/** Equal work that is under way; bounded by the items that are being processed. */
const underWay = new Map<string, Promise<unknown>>();

type Ports = {
	readonly client: Pick<Client, 'tasks'>;
	readonly clock: Clock;
	readonly signal: AbortSignal | undefined;
};

/**
 * The result of equal work that this process has finished, if the service still has all of its
 * outputs. Undefined if there is none, or whenever that is not certain.
 * @param key identifies the work; begins with the account
 */
export async function findResult(
	{ client: { tasks }, clock, signal }: Ports,
	key: string,
): Promise<TaskResult | undefined> {
	const known = finished.get(key);
	if (!known) return undefined;
	const { requestId } = known;
	const found = await settle(async () => {
		const task = await retry(() => tasks.status(requestId, signal), clock, signal);
		const outputs = await readOutputs(tasks, clock, requestId, signal);
		return assertSuccess({ requestId, task, outputs });
	});
	return found.ok && isComplete(found.value) && lasts(found.value, clock.wallNow())
		? found.value
		: undefined;
}

export function rememberResult(key: string, result: TaskResult): void {
	if (isComplete(result)) finished.set(key, { requestId: result.requestId }, WEIGHT);
}

/** Does the work after equal work that is under way, so that it finds its result; at the deadline anyway. */
export async function afterEqualWork<Result>(
	{ clock, signal }: Ports,
	key: string,
	deadline: number,
	work: () => Promise<Result>,
): Promise<Result> {
	for (let other = underWay.get(key); other; other = underWay.get(key)) {
		if (signal?.aborted || clock.now() >= deadline) break;
		const over = new AbortController();
		const waits = clock.sleep(deadline - clock.now(), anyOf(signal, over.signal));
		await Promise.race([other, waits]).finally(() => over.abort());
	}
	const running = work();
	const ended = settle(() => running);
	underWay.set(key, ended);
	return running.finally(() => {
		if (underWay.get(key) === ended) underWay.delete(key);
	});
}

/** The user may run the app again for what was missing. */
function isComplete({ outputs }: TaskResult): boolean {
	return outputs.every(({ ok }) => ok);
}

function lasts({ task: { expiresAt } }: TaskResult, now: number): boolean {
	return expiresAt === undefined || Date.parse(expiresAt) > now + EXPIRY_MARGIN_MS;
}
