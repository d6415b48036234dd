import type { RefusalOf } from '../errors/serviceCodes';
import type { Clock } from '../ports';
import { giveTicket, isForgotten, isPassable, openDoor, pass, refuseAt, type Door } from './door';
import { LIKELY_ACCEPTED_MS } from './timeLimits';

/** Lets the creates of an account leave as fast as the service takes them. Executions take turns. */
export type RateLimiter = {
	/** @param maxTasks returns how many tasks of all executions may keep their slots at once */
	readonly executionQueue: (maxTasks?: () => number) => ExecutionQueue;
};

/** The creates of one execution: first in, first out. */
export type ExecutionQueue = { readonly slot: (use: SlotUse) => Slot };

export type SlotUse = {
	/** The ID of the app, or the path of the model. */
	readonly of: number | string;
	/** Whether the slot is kept until the task ends, so that the limit of all executions counts it. */
	readonly keepsSlot: boolean;
};

export type Refusal = {
	readonly speaksOf: RefusalOf;
	readonly retryAfterMs: number | undefined;
};

export type Slot = {
	/**
	 * Resolves to true once a create request may be sent, or to false if that isn't before
	 * `deadline` or before the execution is stopped.
	 */
	readonly acquire: (signal: AbortSignal | undefined, deadline: number) => Promise<boolean>;
	readonly accepted: () => void;
	readonly refused: (refusal: Refusal) => void;
	/** An earlier attempt has created the task: it's counted, and doesn't wait. */
	readonly attach: () => void;
	/** Nobody waits for the task any more, or it's unknown whether there is one. */
	readonly release: () => void;
};

/**
 * This many recent creates may be unanswered at once, or half as many as were accepted if that's
 * more. If the service turns out to be full, it refuses all of them.
 */
const MIN_UNANSWERED = 4;

/** A create that waits or was sent, and then its task. */
type CreateAttempt = SlotUse & {
	/** The execution with the lowest turn sends the next create, and then gets the highest turn. */
	readonly execution: { turn: number };
	readonly maxTasks: number;
	stopWaiting: () => void;
	sentAt: number;
	isAnswered: boolean;
};

type State = ReturnType<typeof createState>;

function createState(clock: Clock) {
	return {
		clock,
		/** The door of the account. */
		door: openDoor(),
		/** Doors of single apps, where the service refused the app and not the whole account. */
		doors: new Map<number | string, Door>(),
		waiting: new Set<CreateAttempt>(),
		/** Creates without an answer, and accepted ones that keep their slots. */
		sent: new Set<CreateAttempt>(),
		/**
		 * How many creates were accepted while others waited, since the account was last refused.
		 */
		accepted: 0,
		latestTurn: 0,
		alarm: new AbortController(),
	};
}

export function createRateLimiter(clock: Clock): RateLimiter {
	const state = createState(clock);
	return {
		executionQueue(limit = () => Infinity) {
			const execution = { turn: state.latestTurn };
			return {
				slot(use) {
					const maxTasks = use.keepsSlot ? limit() : Infinity;
					const unsent = { stopWaiting: () => undefined, sentAt: 0, isAnswered: false };
					return createSlot(state, { ...use, ...unsent, execution, maxTasks });
				},
			};
		},
	};
}

/** Gives the work a slot to acquire, and releases it however the work ends. */
export async function withSlot<Result>(
	queue: ExecutionQueue,
	use: SlotUse,
	work: (slot: Slot) => Promise<Result>,
): Promise<Result> {
	const slot = queue.slot(use);
	return work(slot).finally(slot.release);
}

function createSlot(state: State, attempt: CreateAttempt): Slot {
	return {
		acquire: (signal, deadline) => wait(state, attempt, signal, deadline),
		accepted() {
			accept(state, attempt);
			update(state);
		},
		refused(refusal) {
			end(state, attempt);
			learn(state, attempt, refusal);
			update(state);
		},
		attach() {
			attempt.isAnswered = true;
			state.sent.add(attempt);
		},
		release() {
			end(state, attempt);
			update(state);
		},
	};
}

function doorsFor({ door, doors }: State, of: SlotUse['of']): readonly Door[] {
	const own = doors.get(of);
	return own ? [door, own] : [door];
}

async function wait(
	state: State,
	attempt: CreateAttempt,
	signal: AbortSignal | undefined,
	deadline: number,
): Promise<boolean> {
	const isTooLate = doorsFor(state, attempt.of).some(({ silentUntil }) => silentUntil > deadline);
	if (signal?.aborted || isTooLate) return false;
	const over = new AbortController();
	attempt.stopWaiting = () => over.abort();
	signal?.addEventListener('abort', attempt.stopWaiting);
	state.waiting.add(attempt);
	update(state);
	await state.clock.sleep(deadline - state.clock.now(), over.signal);
	signal?.removeEventListener('abort', attempt.stopWaiting);
	const isSent = !state.waiting.delete(attempt);
	if (!isSent) update(state);
	return isSent;
}

/** Sends the creates that may be sent, and runs again when time alone may let another one leave. */
function update(state: State): void {
	const { clock, doors, sent, waiting } = state;
	const now = clock.now();
	if (isForgotten(state.door, now)) state.door = openDoor();
	for (const [of, door] of doors) if (isForgotten(door, now)) doors.delete(of);
	for (let next = nextOf(state); next; next = nextOf(state)) send(state, next);
	state.alarm.abort();
	if (waiting.size === 0) state.accepted = 0;
	const closed = [state.door, ...doors.values()];
	const times = closed.flatMap(({ knockFrom, silentUntil }) => [knockFrom, silentUntil]);
	times.push(...[...sent].map(likelyAcceptedAt));
	const at = Math.min(...times.filter((time) => time > now));
	if (waiting.size === 0 || at === Infinity) return;
	const { signal } = (state.alarm = new AbortController());
	void clock.sleep(at - now, signal).then(() => signal.aborted || update(state));
}

/** A refusal comes soon: a create that takes longer holds up nobody. */
function likelyAcceptedAt({ isAnswered, sentAt }: CreateAttempt): number {
	return isAnswered ? 0 : sentAt + LIKELY_ACCEPTED_MS;
}

function nextOf({ accepted, clock, door, doors, sent, waiting }: State): CreateAttempt | undefined {
	const now = clock.now();
	const unanswered = [...sent].filter((attempt) => likelyAcceptedAt(attempt) > now);
	if (unanswered.length >= Math.max(MIN_UNANSWERED, accepted / 2)) return undefined;
	if (!isPassable(door, now, unanswered.length > 0)) return undefined;
	const used = new Set(unanswered.map(({ of }) => of));
	return [...waiting]
		.filter(({ maxTasks }) => sent.size < maxTasks)
		.filter(({ of }) => isPassable(doors.get(of) ?? openDoor(), now, used.has(of)))
		.sort((a, b) => a.execution.turn - b.execution.turn)[0];
}

function send(state: State, attempt: CreateAttempt): void {
	const { clock, sent, waiting } = state;
	state.latestTurn += 1;
	attempt.execution.turn = state.latestTurn;
	attempt.sentAt = clock.now();
	attempt.isAnswered = false;
	doorsFor(state, attempt.of).forEach(pass);
	waiting.delete(attempt);
	sent.add(attempt);
	attempt.stopWaiting();
}

function accept(state: State, attempt: CreateAttempt): void {
	const { of, keepsSlot, sentAt } = attempt;
	attempt.isAnswered = true;
	state.accepted += 1;
	if (!keepsSlot) state.sent.delete(attempt);
	for (const door of doorsFor(state, of)) {
		const isOpen = door.tickets === Infinity;
		// The end of a task that keeps no slot isn't seen: the next create finds out whether there's room.
		const isNext = !isOpen && !keepsSlot && sentAt > door.refusedAt;
		if (isOpen || isNext) door.refusals = 0;
		if (isNext) giveTicket(door);
	}
}

/** Frees the slot of a task that has ended, or of a create that has no task. */
function end(state: State, attempt: CreateAttempt): void {
	if (state.sent.delete(attempt)) doorsFor(state, attempt.of).forEach(giveTicket);
}

function learn(state: State, attempt: CreateAttempt, { retryAfterMs, speaksOf }: Refusal): void {
	const { of, sentAt } = attempt;
	const isOfApp = speaksOf === 'app';
	const door = isOfApp ? (state.doors.get(of) ?? openDoor()) : state.door;
	refuseAt(door, state.clock, { sentAt, isFull: isOfApp || speaksOf === 'tasks', retryAfterMs });
	if (isOfApp) state.doors.set(of, door);
	else state.accepted = 0;
}
