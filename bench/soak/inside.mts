import { openInspector } from './inspector.mts';

/** What a Node.js process reports about itself. */
export type Inside = {
	/** Bytes in use after its garbage was collected. */
	readonly heap: number;
	/** Timers that keep it alive. */
	readonly timers: number;
};

const QUESTION = `JSON.stringify({
	heap: process.memoryUsage().heapUsed,
	timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
})`;

type Evaluated = { readonly result: { readonly value: string } };

/** Asks a process that was started with --inspect, and disconnects. */
export async function inspectProcess(port: number): Promise<Inside> {
	const inspector = await openInspector(port);
	try {
		await inspector.ask('HeapProfiler.collectGarbage');
		const expression = { expression: QUESTION, returnByValue: true };
		const { result } = await inspector.ask<Evaluated>('Runtime.evaluate', expression);
		return JSON.parse(result.value) as Inside;
	} finally {
		inspector.close();
	}
}
