import { setTimeout as sleep } from 'node:timers/promises';

export type Patience = {
	readonly timeoutMs: number;
	readonly everyMs?: number;
};

/**
 * Repeats a check until it returns a value.
 * @param what named in the message if time runs out
 * @param probe `undefined` means: not yet; an exception ends the wait at once
 */
export async function waitUntil<Answer>(
	what: string,
	probe: () => Promise<Answer | undefined>,
	{ timeoutMs, everyMs = 150 }: Patience,
): Promise<Answer> {
	const deadline = Date.now() + timeoutMs;
	while (Date.now() < deadline) {
		const answer = await probe();
		if (answer !== undefined) return answer;
		await sleep(everyMs);
	}
	throw new Error(`Waited ${Math.round(timeoutMs / 1000)} s in vain for ${what}.`);
}
