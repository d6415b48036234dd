import type { Clock } from '../ports';
import { createCongestionWindow, type CongestionWindow } from './congestionWindow';
import { createTurns, type Turns } from './turns';

/** Leaves if it may, and says whether it did. */
export type Waiting = { readonly leave: () => boolean };

/** What all places of an account share. */
export type Gate = {
	readonly clock: Clock;
	readonly window: CongestionWindow;
	readonly turns: Turns<Waiting>;
	/** Places that are kept until their tasks end. */
	readonly tracked: Set<object>;
	/** Lets all leave that may; to be called after each change. */
	readonly update: () => void;
};

export function createGate(clock: Clock): Gate {
	const window = createCongestionWindow(clock);
	const turns = createTurns<Waiting>();
	let alarm: { readonly at: number; readonly off: AbortController } | undefined;

	function update(): void {
		while (turns.take((waiting) => waiting.leave()));
		const at = turns.isEmpty() ? undefined : window.nextChange();
		if (at === alarm?.at) return;
		alarm?.off.abort();
		alarm = at === undefined ? undefined : { at, off: new AbortController() };
		if (alarm) void ring(alarm);
	}

	/** Comes back when time alone may let another one leave. */
	async function ring(mine: NonNullable<typeof alarm>): Promise<void> {
		await clock.sleep(mine.at - clock.now(), mine.off.signal);
		if (alarm !== mine) return;
		alarm = undefined;
		update();
	}

	return { clock, window, turns, tracked: new Set(), update };
}
