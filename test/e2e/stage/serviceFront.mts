import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy for a host of the service, so that it can be down for a while and keep its tasks. */
export type ServiceFront = {
	readonly url: string;
	/** Breaks all connections; new ones are refused. */
	leave(): Promise<void>;
	comeBack(): Promise<void>;
};

export async function openFront(hostUrl: string): Promise<ServiceFront> {
	const target = Number(new URL(hostUrl).port);
	const sockets = new Set<Socket>();
	let server = await listen(0);
	const { port } = server.address() as AddressInfo;

	async function listen(onPort: number): Promise<Server> {
		const listening = createServer((socket) => {
			const behind = connect(target, '127.0.0.1');
			for (const [end, other] of [
				[socket, behind],
				[behind, socket],
			] as const) {
				sockets.add(end);
				end.pipe(other);
				end.once('error', () => other.destroy());
				end.once('close', () => void (other.destroy(), sockets.delete(end)));
			}
		}).listen(onPort, '127.0.0.1');
		await once(listening, 'listening');
		return listening;
	}

	async function leave(): Promise<void> {
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.resetAndDestroy();
		await closed;
	}

	return {
		url: `http://127.0.0.1:${port}`,
		leave,
		comeBack: async () => void (server = await listen(port)),
	};
}
