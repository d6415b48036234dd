import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '../measure/memory.mts';
import type { Stage } from '../../scripts/stage/stage.mts';
import { inspectProcess } from './inside.mts';
import { socketsTo } from './sockets.mts';

/** n8n at one moment, its garbage just collected. */
export type Sample = {
	/** Since the first one. */
	readonly seconds: number;
	readonly residentMb: number;
	readonly heapMb: number;
	/** Connections from n8n to the service, at most since the sample before. */
	readonly sockets: number;
	readonly timers: number;
};

const CHECK_MS = 500;
const CHECKS_PER_SAMPLE = 30;
const MEGABYTE = 1024 ** 2;

/** Takes samples; `sockets` is the current number, or the highest one in between. */
export function createSampler({ n8n, emulator }: Stage, inspectorPort: number) {
	const { apiUrl, metaUrl, storageUrl } = emulator;
	const ports = [apiUrl, metaUrl, storageUrl].map((url) => Number(new URL(url).port));
	const beginning = Date.now();
	const countSockets = () => socketsTo(n8n.pid, ports);

	async function take(most = 0): Promise<Sample> {
		const sockets = Math.max(most, await countSockets());
		const { heap, timers } = await inspectProcess(inspectorPort);
		return {
			seconds: Math.round((Date.now() - beginning) / 1_000),
			residentMb: Math.round((await sizeOf(n8n.pid, 'VmRSS')) / MEGABYTE),
			heapMb: Math.round((heap / MEGABYTE) * 10) / 10,
			sockets,
			timers,
		};
	}

	return { take, countSockets };
}

/** Samples until the work is done. */
export async function samplesWhile(
	work: Promise<unknown>,
	{ take, countSockets }: ReturnType<typeof createSampler>,
): Promise<readonly Sample[]> {
	const samples: Sample[] = [];
	const done = work.then(() => 'done');
	let most = 0;
	for (let n = 1; (await Promise.race([done, sleep(CHECK_MS)])) !== 'done'; n++) {
		most = Math.max(most, await countSockets());
		if (n % CHECKS_PER_SAMPLE !== 0) continue;
		const sample = await take(most);
		console.log(`  ${JSON.stringify(sample)}`);
		samples.push(sample);
		most = 0;
	}
	return samples;
}
