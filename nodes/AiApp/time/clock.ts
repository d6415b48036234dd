import { sleep as n8nSleep } from 'n8n-workflow';
import type { Clock } from '../../../client/index';
import { raceAbort } from './signals';

/**
 * n8n's sleep can't be ended early, so long delays consist of slices and leave no long timer. Timers
 * count whole milliseconds.
 */
const SLICE_MS = 1_000;

export const clock: Clock = {
	// Whole milliseconds: what is left of a wait becomes the time limit of a request.
	now: () => Math.floor(performance.now()),
	wallNow: () => Date.now(),
	sleep,
	random: () => Math.random(),
};

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	const until = clock.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = until - clock.now()) {
		await raceAbort(n8nSleep(Math.ceil(Math.min(left, SLICE_MS))), signal);
	}
}
