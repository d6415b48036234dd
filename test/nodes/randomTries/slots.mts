import type { Call, Task } from './service.mts';
import type { Schedule } from './schedule.mts';
import { clientClock } from './time.mts';
import type { Outcome, Try, World } from './tries.mts';

/** What the limiter promised and didn't do while executions ran: empty, if all is well. */
export function outOfTurn(
	{ maxSlots }: Schedule,
	{ service: { calls, tasks } }: World,
	tries: readonly Try[],
): string[] {
	const creates = calls.filter(({ operation }) => operation === 'create');
	const found: string[] = [];
	let held: number[] = [];
	for (const create of creates) {
		const { execution, sentAt, values } = create;
		const { options, outcomes } = tries[execution] as Try;
		const outcome = outcomes.find(({ piece }) => String(piece.item) === values?.item) as Outcome;
		const { begunAt, endedAt } = outcome;
		if (sentAt > begunAt + options.maxWaitMs) found.push(`a create ${sentAt - begunAt} ms late`);
		if (options.waitMode === 'none') continue;
		held = held.filter((until) => until > sentAt);
		if (held.length >= maxSlots) found.push(`more than ${maxSlots} slots`);
		const task = tasks.find(({ sentBy }) => sentBy === create);
		held.push(Math.min(endedAt, (task ? endSeen(calls, task) : create.endedAt) ?? Infinity));
	}
	const refusals = creates.filter((create) => !tasks.some(({ sentBy }) => sentBy === create));
	const ends = tries.flatMap(({ outcomes }) => outcomes);
	const forgotten = maxSlots < Infinity ? [] : ends.filter((end) => waitedInVain(end, refusals));
	return [...found, ...forgotten.map(({ piece }) => `nobody let item ${piece.item} create`)];
}

/** The longest pause after a refusal is half a minute, beside a Retry-After. */
const LONGEST_PAUSE_MS = 46_000;

function waitedInVain({ begunAt, endedAt, error }: Outcome, refusals: readonly Call[]): boolean {
	const from = endedAt - LONGEST_PAUSE_MS;
	const isRefused = refusals.some((refused) => (refused.endedAt ?? 0) >= from);
	return error?.kind === 'busy' && begunAt <= from && !isRefused;
}

/** Whether the limiter is as new once it has forgotten: so many creates leave at once, and no more. */
export async function isAsNew({ clock, limiter }: World, slots: number): Promise<boolean> {
	const queue = limiter.executionQueue(() => slots);
	const use = { of: 1, keepsSlot: true };
	const { now } = clientClock(clock);
	const all = Array.from({ length: slots + 1 }, () => queue.slot(use));
	const left: boolean[] = [];
	for (const slot of all) {
		left.push(await slot.acquire(undefined, now() + 1));
		if (left.at(-1)) slot.accepted();
	}
	for (const slot of all) slot.release();
	return left.filter(Boolean).length === slots && left.at(-1) === false;
}

function endSeen(calls: readonly Call[], { id }: Task): number | undefined {
	return calls.find((call) => call.id === id && call.record?.ended_at !== undefined)?.endedAt;
}
