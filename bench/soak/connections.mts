import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Connections to the servers of this process. */
export type Connections = {
	/** Open now. */
	readonly left: () => number;
	/** Open at the same time, at most. */
	readonly most: () => number;
};

/** Counts those that are opened from now on. */
export function countConnections(): Connections {
	let [left, most] = [0, 0];
	subscribe('net.server.socket', (message) => {
		most = Math.max(most, (left += 1));
		(message as { readonly socket: Socket }).socket.once('close', () => (left -= 1));
	});
	return { left: () => left, most: () => most };
}
