import type { Gate } from './gate';

export type Turn = {
	/** Whose turn it is. */
	readonly owner: object;
	/** Leaves if it may, and says whether it did. */
	readonly leave: () => boolean;
	/** Whether it comes before all others. */
	readonly isNext: boolean;
};

/** Resolves when it has left: true; or when the deadline is over or the execution is stopped: false. */
export async function waitInTurn(
	{ clock, turns, update }: Gate,
	{ owner, leave, isNext }: Turn,
	signal: AbortSignal | undefined,
	deadline: number,
): Promise<boolean> {
	const over = new AbortController();
	const end = () => over.abort();
	let hasLeft = false;
	const waiting = {
		leave() {
			hasLeft = leave();
			if (hasLeft) end();
			return hasLeft;
		},
	};
	if (signal?.aborted) return false;
	signal?.addEventListener('abort', end);
	turns.add(owner, waiting, isNext);
	update();
	await clock.sleep(deadline - clock.now(), over.signal);
	signal?.removeEventListener('abort', end);
	if (hasLeft) return true;
	turns.remove(owner, waiting);
	update();
	return false;
}
