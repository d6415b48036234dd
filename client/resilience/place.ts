import type { Departure } from './congestionWindow';
import type { Gate } from './gate';
import { HELD_ANSWER_MS } from './timeLimits';
import { waitInTurn } from './waitInTurn';

export type PlaceUse = {
	/** Whether the place is kept until the task ends, so that the limit of all executions counts it. */
	readonly isTracked: boolean;
	/** Whether the create is answered when the task ends. */
	readonly isHeld?: boolean;
};

/** One task's place at the service. */
export type Place = {
	/**
	 * Resolves once a create request may be sent: true. False if that isn't before `deadline`, or
	 * before the execution is stopped.
	 */
	readonly acquire: (signal: AbortSignal | undefined, deadline: number) => Promise<boolean>;
	readonly accepted: () => void;
	/** The service refused the create request because it is busy. */
	readonly refused: (retryAfterMs: number | undefined) => void;
	/** An earlier attempt has created the task: it's counted, and doesn't wait. */
	readonly attach: () => void;
	/** Nobody waits for the task any more, or it's unknown whether there is one. */
	readonly release: () => void;
};

type Owned = PlaceUse & { readonly owner: object; readonly maxParallel: number };

export function createPlace(gate: Gate, use: Owned): Place {
	const { clock, window, update } = gate;
	const seat = createSeat(gate, use);
	let refusals = 0;

	function accepted(): void {
		if (seat.accept()) update();
	}

	/** A refusal comes soon: a create that is still open after that was accepted. */
	async function acceptOpen(): Promise<void> {
		const departure = seat.departure();
		await clock.sleep(HELD_ANSWER_MS);
		if (departure === seat.departure()) accepted();
	}

	return {
		async acquire(signal, deadline) {
			if (window.closedUntil() > deadline) return false;
			// After one refusal it keeps its turn. After more, others show whether they are taken.
			const turn = { owner: use.owner, leave: seat.leave, isNext: refusals === 1 };
			const hasLeft = await waitInTurn(gate, turn, signal, deadline);
			if (hasLeft && use.isHeld) void acceptOpen();
			return hasLeft;
		},
		accepted,
		refused(retryAfterMs) {
			const departure = seat.departure();
			refusals += 1;
			seat.giveBack();
			if (departure) window.refuse(departure, retryAfterMs);
			update();
		},
		attach: seat.attach,
		release() {
			seat.giveBack();
			update();
		},
	};
}

/** What a place takes of the window and of the limit of all executions. */
function createSeat({ window, tracked }: Gate, { isTracked, maxParallel }: Owned) {
	const seat = {};
	let departure: Departure | undefined;
	let takes: 'nothing' | 'answer' | 'task' = 'nothing';

	function leave(): boolean {
		if (isTracked && tracked.size >= maxParallel) return false;
		departure = window.leave(isTracked);
		if (!departure) return false;
		takes = 'answer';
		if (isTracked) tracked.add(seat);
		return true;
	}

	function accept(): boolean {
		if (takes !== 'answer' || !departure) return false;
		window.accept(departure);
		takes = isTracked ? 'task' : 'nothing';
		return true;
	}

	function attach(): void {
		if (!isTracked) return;
		takes = 'task';
		tracked.add(seat);
		window.attach();
	}

	function giveBack(): void {
		if (takes === 'answer') window.forget();
		if (takes === 'task') window.end();
		takes = 'nothing';
		tracked.delete(seat);
	}

	return { leave, accept, attach, giveBack, departure: () => departure };
}
