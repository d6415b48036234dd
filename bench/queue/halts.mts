import { setTimeout as sleep } from 'node:timers/promises';

/** Less than the service waits for an answer, more than most health checks do. */
const HALTED_MS = 8_000;
const RUNNING_MS = 12_000;

/** Halts a process again and again while something happens, as if it were busy for so long. */
export async function haltWhile<Result>(
	pid: number,
	happening: () => Promise<Result>,
): Promise<Result> {
	const stop = new AbortController();
	const halting = haltUntil(pid, stop.signal);
	try {
		return await happening();
	} finally {
		stop.abort();
		await halting;
	}
}

async function haltUntil(pid: number, signal: AbortSignal): Promise<void> {
	const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
	while (!signal.aborted) {
		process.kill(pid, 'SIGSTOP');
		await rest(HALTED_MS);
		process.kill(pid, 'SIGCONT');
		await rest(RUNNING_MS);
	}
}
