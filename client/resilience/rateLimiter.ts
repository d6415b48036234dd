import type { Clock } from '../ports';
import { backoffMs } from './retry';
import { CREATE_SPREAD_MS, FORGET_REFUSALS_MS, HELD_ANSWER_MS } from './timeLimits';

/** Lets the creates of an account leave as fast as the service takes them. Executions take turns. */
export type RateLimiter = {
	/** @param maxTasks the most tracked tasks of all executions; asked for each tracked place */
	readonly executionQueue: (maxTasks?: () => number) => ExecutionQueue;
};

/** The creates of one execution: first in, first out. */
export type ExecutionQueue = { readonly place: (use: PlaceUse) => Place };

export type PlaceUse = {
	/** Whether the place is kept until the task ends, so that the limit of all executions counts it. */
	readonly isTracked: boolean;
	/** Whether the create is answered when the task ends. */
	readonly isHeld?: boolean;
};

export type Place = {
	/**
	 * Resolves once a create request may be sent: true. False if that isn't before `deadline`, or
	 * before the execution is stopped.
	 */
	readonly acquire: (signal: AbortSignal | undefined, deadline: number) => Promise<boolean>;
	readonly accepted: () => void;
	readonly refused: (retryAfterMs: number | undefined) => void;
	/** An earlier attempt has created the task: it's counted, and doesn't wait. */
	readonly attach: () => void;
	/** Nobody waits for the task any more, or it's unknown whether there is one. */
	readonly release: () => void;
};

/** When the service is full, so many creates are refused at once. */
const MAX_UNANSWERED = 4;

/** A create that waits or was sent, and then its task. */
type CreateAttempt = PlaceUse & {
	/** Gets the highest number when it sends a create; the one with the lowest is next. */
	readonly execution: { turn: number };
	readonly maxTasks: number;
	stopWaiting: () => void;
	sentAt: number;
	/** How many tasks there are if it's accepted. */
	nth: number;
	refusals: number;
};

const NOTHING_LEARNED = {
	/** How many tasks the service takes. */
	cap: Infinity,
	/** A create beyond the cap is a probe: it's sent alone, and not before this time. */
	probeFrom: 0,
	/** In a row. Creates that were under way together are refused together: that counts once. */
	refusals: 0,
};

type State = ReturnType<typeof createState>;

function createState(clock: Clock) {
	return {
		clock,
		waiting: new Set<CreateAttempt>(),
		unanswered: new Set<CreateAttempt>(),
		/** Accepted and tracked. */
		running: new Set<CreateAttempt>(),
		latestTurn: 0,
		...NOTHING_LEARNED,
		refusedAt: -Infinity,
		/** The service asked for silence until then. */
		opensAt: 0,
		alarm: new AbortController(),
	};
}

export function createRateLimiter(clock: Clock): RateLimiter {
	const state = createState(clock);
	return {
		executionQueue(limit = () => Infinity) {
			const execution = { turn: state.latestTurn };
			return {
				place(use) {
					const maxTasks = use.isTracked ? limit() : Infinity;
					const unsent = { stopWaiting: () => undefined, sentAt: 0, nth: 0, refusals: 0 };
					return createPlace(state, { ...use, ...unsent, execution, maxTasks });
				},
			};
		},
	};
}

/** Gives the work a place to acquire, and releases it however the work ends. */
export async function withPlace<Result>(
	queue: ExecutionQueue,
	use: PlaceUse,
	work: (place: Place) => Promise<Result>,
): Promise<Result> {
	const place = queue.place(use);
	return work(place).finally(place.release);
}

function createPlace(state: State, attempt: CreateAttempt): Place {
	const { running, unanswered } = state;

	function release(): void {
		unanswered.delete(attempt);
		running.delete(attempt);
		update(state);
	}

	return {
		acquire: (signal, deadline) => wait(state, attempt, signal, deadline),
		accepted() {
			accept(state, attempt);
			update(state);
		},
		refused(retryAfterMs) {
			learn(state, attempt, retryAfterMs);
			release();
		},
		attach: () => void running.add(attempt),
		release,
	};
}

async function wait(
	state: State,
	attempt: CreateAttempt,
	signal: AbortSignal | undefined,
	deadline: number,
): Promise<boolean> {
	if (signal?.aborted || state.opensAt > deadline) return false;
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

/** Sends what may be sent, and comes back when time alone may let another create leave. */
function update(state: State): void {
	const { clock, unanswered, waiting } = state;
	const now = clock.now();
	const isForgotten = now - state.refusedAt > FORGET_REFUSALS_MS;
	if (isForgotten) Object.assign(state, NOTHING_LEARNED);
	for (const attempt of unanswered) if (now >= answeredAt(attempt)) accept(state, attempt);
	for (let next = nextOf(state); next; next = nextOf(state)) send(state, next);
	state.alarm.abort();
	const times = [state.opensAt, state.probeFrom, ...[...unanswered].map(answeredAt)];
	const at = Math.min(...times.filter((time) => time > now));
	if (waiting.size === 0 || at === Infinity) return;
	const { signal } = (state.alarm = new AbortController());
	void clock.sleep(at - now, signal).then(() => signal.aborted || update(state));
}

/** A refusal comes soon: a create whose connection is open after that was accepted. */
function answeredAt({ isHeld, sentAt }: CreateAttempt): number {
	return isHeld ? sentAt + HELD_ANSWER_MS : Infinity;
}

function nextOf(state: State): CreateAttempt | undefined {
	const { cap, clock, opensAt, probeFrom, running, unanswered, waiting } = state;
	const now = clock.now();
	const tasks = running.size + unanswered.size;
	const mayProbe = now >= probeFrom && unanswered.size === 0;
	if (now < opensAt || unanswered.size >= MAX_UNANSWERED) return undefined;
	if (tasks >= cap && !mayProbe) return undefined;
	return [...waiting]
		.filter(({ maxTasks }) => tasks < maxTasks)
		.sort((a, b) => turnOf(a) - turnOf(b))[0];
}

/** A create that was refused once goes first. Refused more often, it lets others try. */
function turnOf({ execution, refusals }: CreateAttempt): number {
	return refusals === 1 ? -1 : execution.turn;
}

function send(state: State, attempt: CreateAttempt): void {
	const { clock, running, unanswered, waiting } = state;
	state.latestTurn += 1;
	attempt.execution.turn = state.latestTurn;
	attempt.sentAt = clock.now();
	attempt.nth = running.size + unanswered.size + 1;
	waiting.delete(attempt);
	unanswered.add(attempt);
	attempt.stopWaiting();
}

function accept(state: State, attempt: CreateAttempt): void {
	const { running, unanswered } = state;
	if (!unanswered.delete(attempt)) return;
	if (attempt.isTracked) running.add(attempt);
	// The end of its task isn't seen, so the next create finds out soon whether there's room.
	else state.refusals = 0;
	state.cap = Math.max(state.cap, running.size);
}

function learn(state: State, attempt: CreateAttempt, retryAfterMs: number | undefined): void {
	const { clock } = state;
	const now = clock.now();
	attempt.refusals += 1;
	if (attempt.sentAt > state.refusedAt) state.refusals += 1;
	state.refusedAt = now;
	state.cap = Math.min(state.cap, attempt.nth - 1);
	state.probeFrom = now + backoffMs(state.refusals, clock.random);
	if (retryAfterMs === undefined) return;
	const spreadMs = clock.random() * CREATE_SPREAD_MS;
	state.opensAt = Math.max(state.opensAt, now + retryAfterMs + spreadMs);
}
