import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { median } from '../measure/statistics.mts';
import type { ServiceAccess } from '../setting/emulatorProcess.mts';

const EVERY_MS = 500;
const NOWHERE = '/probe';

/** Measures the time of a request to the service while something happens. */
export async function probeWhile<Result>(
	{ baseUrl }: Pick<ServiceAccess, 'baseUrl'>,
	happening: () => Promise<Result>,
): Promise<{ readonly latencyMs: number; readonly happened: Result }> {
	const probed: number[] = [];
	const stop = new AbortController();
	const probing = probe(`${new URL(baseUrl).origin}${NOWHERE}`, probed, stop.signal);
	try {
		return { happened: await happening(), latencyMs: median(probed) };
	} finally {
		stop.abort();
		await probing;
	}
}

async function probe(url: string, probed: number[], signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const begun = performance.now();
		await axios.get(url, { proxy: false, validateStatus: () => true });
		probed.push(performance.now() - begun);
		await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
	}
}
