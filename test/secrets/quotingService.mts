import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'sk-q8Zr3TnVw51LxKpM0aBcYdEfGh72';
const STORAGE = {
	access_key_id: 'LTAI5tAbCdEfGhIjKlMn',
	access_key_secret: 'hJ2kZ9Y8X7W6V5U4T3sRqPbNm',
	security_token: 'CAIS+u8Kd4mWq0XvLz7TbYp/111222333/444==',
};
export const STORAGE_SECRETS = Object.values(STORAGE);

export type Spell = (secret: string) => string;

/** A service with its storage that quotes what it was sent wherever it can, also this callback token. */
export async function startQuotingService(token: string, spell: Spell) {
	const server = createServer((request, response) => {
		request.resume().once('end', () => answer(request, response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	function answer(request: IncomingMessage, response: ServerResponse): void {
		const { headers, method, url: path = '' } = request;
		const send = (body: unknown, status = 200) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		};
		const echo = `${spell(KEY)} ${spell(token)}`;
		if (method === 'PUT') {
			const quoted = [...STORAGE_SECRETS, KEY, token].map(spell).join(' ');
			return send(`<Error><Code>AccessDenied</Code><Message>No ${quoted}</Message></Error>`, 403);
		}
		if (path.includes('/upload/token')) {
			const storage = { endpoint: url, bucket: 'b', region: 'r' };
			return send({ code: 20000, data: { file: { object_key: 'x.png', ...STORAGE }, storage } });
		}
		if (path.includes('/detail')) return send({ code: 20000, data: appWith(echo) });
		if (path.endsWith('/create')) {
			const sent = String(headers['x-service-task-authorization']).replace('Bearer ', '');
			return send({ code: echo, message: `bad ${echo} ${spell(sent)}` }, 400);
		}
		return send({ code: 20000, data: recordWith(echo) });
	}

	return {
		url,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function appWith(echo: string): object {
	const prompt = {
		variable_name: '6:CLIPTextEncode.text',
		field_label: echo,
		field_type: 'string',
	};
	return { id: 54663, name: echo, input_nodes: [prompt] };
}

export function recordWith(echo: string): object {
	return {
		request_id: 'r-1',
		status: 'Success',
		ended_at: '2026-01-11 12:43:14',
		[echo]: echo,
		webhook: { headers: { Authorization: `Bearer ${echo}` } },
		error_message: `m ${echo}`,
		outputs: [
			{ text: echo },
			{ object_url: `https://cdn.example/x.png?k=${echo}` },
			{ error_type: echo, error_msg: echo },
		],
	};
}
