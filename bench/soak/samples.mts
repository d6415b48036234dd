import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

/** n8n at one moment, its garbage just collected. */
export type Sample = {
	/** Since this process began. */
	readonly seconds: number;
	readonly residentMb: number;
	readonly heapMb: number;
	/** That keep it alive. */
	readonly timers: number;
};

type Inside = Readonly<Record<'heapUsed' | 'rss' | 'timers', number>>;

const EVERY_MS = 15_000;
const MEGABYTE = 1024 ** 2;

/** @param url where inside.cjs answers */
export async function takeSample(url: string): Promise<Sample> {
	const { heapUsed, rss, timers } = (await axios.get<Inside>(url)).data;
	return {
		seconds: Math.round(performance.now() / 1_000),
		residentMb: Math.round(rss / MEGABYTE),
		heapMb: Math.round((10 * heapUsed) / MEGABYTE) / 10,
		timers,
	};
}

/** Samples until the work is done. */
export async function samplesWhile(
	work: Promise<unknown>,
	url: string,
): Promise<readonly Sample[]> {
	const samples: Sample[] = [];
	const done = work.then(() => 'done');
	while ((await Promise.race([done, sleep(EVERY_MS)])) !== 'done') {
		const sample = await takeSample(url);
		console.log(`  ${JSON.stringify(sample)}`);
		samples.push(sample);
	}
	return samples;
}
