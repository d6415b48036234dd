import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time as the emulator knows it, in milliseconds since the epoch. */
export type EmulatorClock = {
	now(): number;
	/** Calls `run` when the clock reaches `time`; the returned function cancels the timer. */
	at(time: number, run: () => void): () => void;
	/**
	 * Resolves at `time` (`Infinity`: never) or when `signal` is aborted. For requests that are
	 * kept open.
	 */
	wait(time: number, signal?: AbortSignal): Promise<void>;
	/** How many requests `wait` keeps open: without a response, but idle. */
	readonly held: number;
	/** Moves it forward; what is due until then runs. */
	advance(ms: number): Promise<void>;
};

/** A clock that is stopped until a test moves it. */
export type ManualClock = EmulatorClock & {
	/** Runs the timers due up to `time` in order, with a turn of the event loop after each. */
	advanceTo(time: number): Promise<void>;
	/** When the next timer is due, if there is one. */
	nextDue(): number | undefined;
};

type Timekeeper = Pick<EmulatorClock, 'now' | 'at' | 'advance'>;
type Timer = { readonly time: number; readonly run: () => void };

/** The longest delay that Node's timers support. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock and timers, ahead of it by what it was moved. */
export function realClock(): EmulatorClock {
	const timers = new Set<Timer>();
	let ahead = 0;
	const now = () => Date.now() + ahead;

	function at(time: number, run: () => void): () => void {
		if (time === Infinity) return () => {};
		let timeout: NodeJS.Timeout;
		const timer = { time, run: look };
		timers.add(timer);
		setTimer();
		return cancel;

		function setTimer(): void {
			timeout = setTimeout(look, Math.min(Math.max(1, time - now()), MAX_TIMER_MS));
		}

		function cancel(): void {
			clearTimeout(timeout);
			timers.delete(timer);
		}

		// Node's timers may fire slightly early, and long delays were cut to the maximum.
		function look(): void {
			clearTimeout(timeout);
			if (now() < time) return setTimer();
			cancel();
			run();
		}
	}

	async function advance(ms: number): Promise<void> {
		ahead += ms;
		for (const timer of [...timers].toSorted((a, b) => a.time - b.time)) timer.run();
		await nextTurn();
	}

	return withWaiting({ now, at, advance });
}

/** A clock for tests; it starts at `startMs` and moves only by `advanceTo`, never backwards. */
export function manualClock(startMs = Date.UTC(2026, 0, 14, 2, 53, 35)): ManualClock {
	const timers = new Set<Timer>();
	let now = startMs;

	function earliest(): Timer | undefined {
		let first: Timer | undefined;
		for (const timer of timers) {
			if (!first || timer.time < first.time) first = timer;
		}
		return first;
	}

	async function advanceTo(time: number): Promise<void> {
		for (let due = earliest(); due && due.time <= time; due = earliest()) {
			timers.delete(due);
			now = Math.max(now, due.time);
			due.run();
			await nextTurn();
		}
		now = Math.max(now, time);
	}

	const keeper: Timekeeper = {
		now: () => now,
		advance: (ms) => advanceTo(now + ms),
		at(time, run) {
			const timer = { time, run };
			timers.add(timer);
			return () => timers.delete(timer);
		},
	};
	function nextDue(): number | undefined {
		const due = earliest()?.time;
		return due === Infinity ? undefined : due;
	}
	return Object.assign(withWaiting(keeper), { advanceTo, nextDue });
}

function withWaiting(keeper: Timekeeper): EmulatorClock {
	const waiting = new Set<object>();

	function wait(time: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted || time <= keeper.now()) return Promise.resolve();
		return new Promise((resolve) => {
			const cancel = keeper.at(time, finish);
			waiting.add(finish);
			signal?.addEventListener('abort', finish);
			function finish(): void {
				cancel();
				waiting.delete(finish);
				signal?.removeEventListener('abort', finish);
				resolve();
			}
		});
	}

	return {
		...keeper,
		wait,
		get held() {
			return waiting.size;
		},
	};
}
