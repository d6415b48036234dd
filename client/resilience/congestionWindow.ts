import type { Clock } from '../ports';
import { backoffMs } from './backoff';
import { CREATE_SPREAD_MS, FIRST_BACKOFF_MS, FORGET_REFUSALS_MS } from './timeLimits';

/** A create that has left. */
export type Departure = {
	/** Whether the limiter learns when its task ends. */
	readonly isTracked: boolean;
	/** How many tasks there are if it's accepted. */
	readonly nth: number;
	/** Beyond what the service is known to take. */
	readonly isProbe: boolean;
	/** How many refusals there were before. */
	readonly round: number;
};

/**
 * How many creates the service takes, as TCP finds it out. One limit is for creates without an
 * answer: it grows by one with each full round of acceptances, and a refusal halves it. The other
 * one is for tasks under way: a refusal lowers it to what the service took. A create beyond it is a
 * probe, alone and after a pause that grows with each refusal. If it's accepted, the limit grows.
 */
export type CongestionWindow = {
	/** Undefined if a create can't leave now. */
	readonly leave: (isTracked: boolean) => Departure | undefined;
	readonly accept: (departure: Departure) => void;
	/** After it was forgotten, or ended if it counted as accepted before. */
	readonly refuse: (departure: Departure, retryAfterMs: number | undefined) => void;
	/** A create that is no longer waited for; whether there is a task may be unknown. */
	readonly forget: () => void;
	/** A task that runs already, created by an earlier attempt. */
	readonly attach: () => void;
	/** Of a tracked task. */
	readonly end: () => void;
	/** No create leaves before, because the service asked for silence. */
	readonly closedUntil: () => number;
	/** When time alone may let the next create leave; undefined if time isn't what is missing. */
	readonly nextChange: () => number | undefined;
};

/** As in TCP's first version. A service that is full refuses about twice as many of the first creates. */
const FIRST_UNANSWERED = 2;

const NOTHING_KNOWN = {
	mostUnanswered: FIRST_UNANSWERED,
	mostTasks: Infinity,
	unanswered: 0,
	/** Accepted tasks that haven't ended as far as known. */
	tasks: 0,
	/** Creates that left together are refused together: that is one round. */
	round: 0,
	/** Rounds in a row, which make the pauses longer. */
	refusals: 0,
	refusedAt: -Infinity,
	probeFrom: 0,
	/** Accepted probes in a row, which make the pauses shorter. */
	probes: 0,
	/** The service asked for silence until then. */
	closedUntil: 0,
	/** A little later. */
	opensAt: 0,
};

type State = typeof NOTHING_KNOWN;

export function createCongestionWindow(clock: Clock): CongestionWindow {
	const state = { ...NOTHING_KNOWN };
	return {
		leave: (isTracked) => leave(state, clock.now(), isTracked),
		accept: (departure) => accept(state, clock.now(), departure),
		refuse: (departure, retryAfterMs) => refuse(state, clock, departure, retryAfterMs),
		forget: () => void (state.unanswered -= 1),
		attach: () => void (state.tasks += 1),
		end: () => void (state.tasks -= 1),
		closedUntil: () => state.closedUntil,
		nextChange() {
			const isFull = state.tasks + state.unanswered >= state.mostTasks;
			const at = Math.max(state.opensAt, isFull ? state.probeFrom : 0);
			return at > clock.now() ? at : undefined;
		},
	};
}

function leave(state: State, now: number, isTracked: boolean): Departure | undefined {
	const { unanswered, round } = state;
	const nth = state.tasks + unanswered + 1;
	const isProbe = nth > state.mostTasks;
	if (now < state.opensAt || unanswered >= Math.floor(state.mostUnanswered)) return undefined;
	if (isProbe && (now < state.probeFrom || unanswered > 0)) return undefined;
	state.unanswered += 1;
	return { isTracked, nth, isProbe, round };
}

function accept(state: State, now: number, { isTracked, isProbe, nth }: Departure): void {
	state.unanswered -= 1;
	state.mostUnanswered += 1 / state.mostUnanswered;
	if (isTracked) state.tasks += 1;
	// If nobody sees the end of a task, only another create shows that there is room: soon.
	else state.refusals = 0;
	if (!isProbe) return;
	state.mostTasks = Math.max(state.mostTasks, isTracked ? nth : state.mostTasks + 1);
	// A task may have ended unseen: several at once would be too many.
	state.probeFrom = now + (isTracked ? FIRST_BACKOFF_MS / 2 ** state.probes : 0);
	state.probes += 1;
}

function refuse(
	state: State,
	clock: Clock,
	{ nth, round }: Departure,
	retryAfterMs: number | undefined,
): void {
	const now = clock.now();
	state.mostTasks = Math.min(state.mostTasks, nth - 1);
	state.probes = 0;
	if (round === state.round) {
		const isForgotten = now - state.refusedAt > FORGET_REFUSALS_MS;
		state.refusals = isForgotten ? 1 : state.refusals + 1;
		state.mostUnanswered = Math.max(1, state.mostUnanswered / 2);
		state.round += 1;
	}
	state.refusedAt = now;
	const pauseMs = backoffMs(state.refusals, clock.random, retryAfterMs);
	state.probeFrom = Math.max(state.probeFrom, now + pauseMs);
	if (retryAfterMs === undefined) return;
	state.closedUntil = Math.max(state.closedUntil, now + retryAfterMs);
	state.opensAt = Math.max(state.opensAt, state.closedUntil + clock.random() * CREATE_SPREAD_MS);
}
