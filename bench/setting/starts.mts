import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

/** The answer to a call that started an execution. */
export type Started = { readonly isGood: boolean; readonly seconds: number };

/** A kept connection may be closed just when it's used again, and the call would fail. */
const httpAgent = new Agent({ keepAlive: false });

/** Starts so many executions, evenly over a time; resolves when all calls are answered. */
export function startEvenly(
	url: string,
	{ count, overMs }: { readonly count: number; readonly overMs: number },
	bodyOf: (number: number) => object,
): Promise<readonly Started[]> {
	return Promise.all(
		Array.from({ length: count }, async (_, index) => {
			await sleep((index * overMs) / count);
			return start(url, bodyOf(index + 1));
		}),
	);
}

async function start(url: string, body: object): Promise<Started> {
	const begun = performance.now();
	const isGood = await axios.post(url, body, { proxy: false, httpAgent }).then(
		() => true,
		() => false,
	);
	return { isGood, seconds: (performance.now() - begun) / 1000 };
}
