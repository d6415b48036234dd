import { once } from 'node:events';
import axios from 'axios';
import { WebSocket } from 'undici';

/** A Node.js process that answers questions about itself. */
export type Inspector = {
	ask<Answer>(method: string, params?: object): Promise<Answer>;
	close(): void;
};

/** Attaches to a process that listens for debuggers at this port of localhost. */
export async function openInspector(port: number): Promise<Inspector> {
	const { data } = await axios.get<ReadonlyArray<{ webSocketDebuggerUrl: string }>>(
		`http://127.0.0.1:${port}/json/list`,
	);
	const socket = new WebSocket(data[0]?.webSocketDebuggerUrl ?? '');
	await once(socket, 'open');
	let questions = 0;

	function ask<Answer>(method: string, params: object = {}): Promise<Answer> {
		const id = (questions += 1);
		const answered = new Promise<Answer>((resolve, reject) => {
			socket.addEventListener('close', () => reject(new Error('The process has gone.')));
			socket.addEventListener('message', ({ data: text }) => {
				const message = JSON.parse(String(text)) as { id?: number; result: Answer };
				if (message.id === id) resolve(message.result);
			});
		});
		socket.send(JSON.stringify({ id, method, params }));
		return answered;
	}

	return { ask, close: () => socket.close() };
}
