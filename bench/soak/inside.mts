import { once } from 'node:events';
import axios from 'axios';
import { WebSocket } from 'undici';

/** What a Node.js process says of itself. */
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

/** Asks a process that was started with --inspect, and leaves it again. */
export async function lookInside(port: number): Promise<Inside> {
	const { data } = await axios.get<ReadonlyArray<{ webSocketDebuggerUrl: string }>>(
		`http://127.0.0.1:${port}/json/list`,
	);
	const socket = new WebSocket(data[0]?.webSocketDebuggerUrl ?? '');
	await once(socket, 'open');
	try {
		await ask(socket, 1, 'HeapProfiler.collectGarbage');
		const expression = { expression: QUESTION, returnByValue: true };
		const answer = await ask(socket, 2, 'Runtime.evaluate', expression);
		return JSON.parse(answer.result?.value ?? '{}') as Inside;
	} finally {
		socket.close();
	}
}

type Answer = { readonly result?: { readonly value?: string } };

async function ask(
	socket: WebSocket,
	id: number,
	method: string,
	params: object = {},
): Promise<Answer> {
	const answered = new Promise<Answer>((resolve, reject) => {
		socket.addEventListener('close', () => reject(new Error('The process has gone.')));
		socket.addEventListener('message', ({ data }) => {
			const message = JSON.parse(String(data)) as { id?: number; result?: Answer };
			if (message.id === id) resolve(message.result ?? {});
		});
	});
	socket.send(JSON.stringify({ id, method, params }));
	return answered;
}
