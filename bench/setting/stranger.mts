import { createServer, connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { pipeline } from 'node:stream';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.mts';
import type { Setting } from './setting.mts';

/**
 * A credential of an account that n8n has never met: the same service, its metadata by way of another
 * port. Only the inputs of apps take that way.
 */
export async function addStranger({
	rest,
	emulator,
	credentialDraft: { data, type },
}: Setting): Promise<Credential> {
	const { hostname, port } = new URL(emulator.metaUrl);
	const door = createServer((socket) => {
		pipeline(socket, connect(Number(port), hostname), socket, () => {});
	});
	// Open until the benchmark ends, which it does not hold back.
	await once(door.listen(0, hostname).unref(), 'listening');
	const metadataUrl = `http://${hostname}:${(door.address() as AddressInfo).port}`;
	const draft = { name: `Metadata at ${metadataUrl}`, type, data: { ...data, metadataUrl } };
	return saveCredential(rest, draft);
}
