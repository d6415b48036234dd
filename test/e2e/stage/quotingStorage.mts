import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type QuotingStorage = {
	readonly url: string;
	/** How many uploads it has refused. */
	readonly refusals: () => number;
	close(): Promise<void>;
};

/**
 * A storage that refuses every upload and quotes the request, as the vendors' do: its response
 * contains key, token and the signed text.
 */
export async function startQuotingStorage(): Promise<QuotingStorage> {
	let refusals = 0;
	const server = createServer((request, response) => {
		refusals += 1;
		request.resume().once('end', () => refuse(request, response));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		refusals: () => refusals,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function refuse({ headers, url }: IncomingMessage, response: ServerResponse): void {
	const sent = Object.entries(headers).map(([name, value]) => `${name}:${String(value)}`);
	response.writeHead(403, { 'content-type': 'application/xml' });
	response.end(`<?xml version="1.0" encoding="UTF-8"?>
<Error>
  <Code>SignatureDoesNotMatch</Code>
  <Message>The request signature we calculated does not match ${headers.authorization}</Message>
  <SecurityToken>${String(headers['x-oss-security-token'])}</SecurityToken>
  <StringToSign>PUT\n${url}\n${sent.join('\n')}</StringToSign>
</Error>`);
}
