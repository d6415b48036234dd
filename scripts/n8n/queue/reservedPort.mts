import { randomInt } from 'node:crypto';
import { freePort } from '../freePort.mts';

/**
 * A free port for a server that starts later: below those that the system uses for connections,
 * because the other processes open many until then.
 */
export function reservedPort(): Promise<number> {
	return freePort(randomInt(20_000, 32_000));
}
