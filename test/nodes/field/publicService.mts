import dns from 'node:dns';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Service } from '../service.mts';

const PUBLIC_HOST = 'api.example.com';

/** Passes requests on to a host that takes none under another name. */
function relayTo(address: string): Promise<Server> {
	const server = createServer((incoming, outgoing) => {
		const { method, headers, url } = incoming;
		const { host } = new URL(address);
		const passedOn = request(address + url, { method, headers: { ...headers, host } }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(passedOn);
	});
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** The emulator under a name of the internet, which only this process finds on this machine. */
export function usePublicService(service: Service) {
	let servers: readonly Server[] = [];
	let addresses: readonly string[] = [];
	let resolving: jest.SpyInstance | undefined;

	beforeEach(async () => {
		const { apiUrl, metaUrl } = service.emulator;
		servers = await Promise.all([apiUrl, metaUrl].map(relayTo));
		addresses = servers.map(
			(server) => `http://${PUBLIC_HOST}:${(server.address() as AddressInfo).port}`,
		);
		const lookup = dns.lookup as (host: string, ...rest: readonly unknown[]) => void;
		const find = (host: string, ...rest: readonly unknown[]) =>
			lookup(host === PUBLIC_HOST ? '127.0.0.1' : host, ...rest);
		resolving = jest.spyOn(dns, 'lookup').mockImplementation(find as never);
	});

	afterEach(() => {
		resolving?.mockRestore();
		for (const server of servers) {
			server.closeAllConnections();
			server.close();
		}
	});

	return (more: object = {}): ICredentialDataDecryptedObject => {
		const [baseUrl = '', metadataUrl = ''] = addresses;
		return { apiKey: service.emulator.apiKey, baseUrl, metadataUrl, moreSettings: true, ...more };
	};
}
