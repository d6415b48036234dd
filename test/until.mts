import { setImmediate as nextTurn } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Resolves when something is so, which it becomes by itself; rejects after a minute. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = performance.now() + PATIENCE_MS;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error(`Waited in vain: ${String(isSo)}`);
		await nextTurn();
	}
}
