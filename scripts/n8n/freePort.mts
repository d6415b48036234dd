import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * A free port of this machine.
 * @param preferred used if it is free, else any other
 */
export async function freePort(preferred = 0): Promise<number> {
	return (await tryPort(preferred)) ?? (await freePort());
}

async function tryPort(port: number): Promise<number | undefined> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return undefined;
	}
	const found = (server.address() as AddressInfo).port;
	server.close();
	await once(server, 'close');
	return found;
}
