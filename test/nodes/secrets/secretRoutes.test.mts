import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { stringify } from 'flatted';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { execute } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { keepLog } from '../logBook.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

// For its virtual time: the pauses between attempts take none.
useService();

/**
 * Each way gets another account, so that no unconfirmed create of an earlier one is in the way. Its key
 * can't be distinguished from other words.
 */
const keyOf = (way: number) => `account_${way}_0123456789-abcdefgh`;

type Respond = (key: string, other: string) => string;

const http = (body: string, head = '', start = 'HTTP/1.1 200 OK') =>
	`${start}\r\nContent-Type: application/json\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

const json = (data: object) => http(JSON.stringify({ code: 20000, data }));

const task = (more: object) =>
	json({ request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:14', ...more });

const halves = (key: string) => [key.slice(0, 17), key.slice(17)];

const WAYS: Readonly<Record<string, Respond>> = {
	'in the reason phrase': (key) => http('{}', '', `HTTP/1.1 401 No ${key}`),
	'in WWW-Authenticate': (key) =>
		http('{}', `WWW-Authenticate: Bearer realm="${key}"\r\n`, 'HTTP/1.1 401 No'),
	'in other headers': (key) =>
		http('{}', `X-Key: ${key}\r\nSet-Cookie: k=${key}\r\n`, 'HTTP/1.1 500 No'),
	'in Content-Type': (key) => http('no').replace('application/json', `text/plain; charset=${key}`),
	'in a redirect to another host': (key, other) =>
		http('', `Location: ${other}/${key}\r\n`, 'HTTP/1.1 302 Found'),
	'in a redirect that repeats the request': (key, other) =>
		http('', `Location: ${other}/${key}\r\n`, 'HTTP/1.1 307 Found'),
	'in Retry-After': (key) => http('{}', `Retry-After: ${key}\r\n`, 'HTTP/1.1 429 Wait'),
	'in a broken header': (key) => http('{}', `${key}\r\n`),
	'in a broken status line': (key) => http('{}', '', `HTTP/1.1 ${key}`),
	'in a header of 32 KB': (key) => http('{}', `X: ${`${key} `.repeat(1_000)}\r\n`),
	'in a broken gzip': (key) => http(key, 'Content-Encoding: gzip\r\n'),
	'in an unknown encoding': (key) => http(`{"a":"${key}"}`, `Content-Encoding: ${key}\r\n`),
	'in the request ID': (key) => task({ request_id: key }),
	'in times': (key) => task({ created_at: key, ended_at: key, cost_times: { [key]: key } }),
	'in the status': (key) => task({ status: key }),
	'in a page': (key) =>
		http(`<html><h1>Bad key ${key}</h1></html>`, '', 'HTTP/1.1 502 Bad').replace('/json', '/html'),
	'in code and message': (key) =>
		http(
			JSON.stringify({ code: key, message: `No ${key}`, request_id: key }),
			'',
			'HTTP/1.1 400 No',
		),
	'in two halves and a name': (key) =>
		task({ ...halves(key), [key]: 1, error_message: halves(key).join(' and ') }),
	'in outputs': (key, other) =>
		task({
			outputs: [
				{ object_url: `${other}/${key}.png?k=${key}`, file_extension: key },
				{ text: key, error_type: key, error_msg: `bad ${key}`, [key]: key },
			],
		}),
};

const OPERATIONS: Readonly<Record<string, Parameters>> = {
	'App: Run': runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.2 } }),
	'Task: Wait for Completion': onTask('wait', 'r-1', {
		downloadFiles: true,
		options: { maxWaitMinutes: 0.1 },
	}),
	'Task: Get Outputs': onTask('getOutputs', 'r-1', { downloadFiles: false, simplify: false }),
	'Account: Get User': { resource: 'account', operation: 'getUser', options: {} },
	'Model: Run': runModel(),
};

const APP = json({
	id: 54663,
	input_nodes: [{ variable_name: PROMPT, field_type: 'string' }],
});

/** A server that writes whatever bytes it is told to, as no HTTP library would. */
async function listen(respond: (path: string) => string) {
	const paths: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.on('error', () => socket.destroy()));
		socket.once('data', (request) => {
			const path = String(request).split(' ')[1] ?? '';
			paths.push(String(request));
			socket.end(respond(path), 'latin1');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const close = () => {
		for (const socket of sockets) socket.destroy();
		return new Promise((resolve) => server.close(resolve));
	};
	return { url, paths, close };
}

/** The calls of an operation share their way to n8n, so two operations get all answers. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
	'Task: Wait for Completion': ['in the request ID', 'in times', 'in the status', 'in outputs'],
	'Account: Get User': ['in two halves and a name'],
	'Model: Run': ['in code and message', 'in outputs'],
};

describe.each(Object.entries(OPERATIONS))('%s', (operation, parameters) => {
	const ways = Object.entries(WAYS).map(([way, respond], n) => [way, respond, keyOf(n)] as const);

	it.each(ways.filter(([way]) => ONLY[operation]?.includes(way) ?? true))(
		'no trace is left of an API key that comes back %s',
		async (_, respond, key) => {
			const other = await listen(() => http('file'));
			const service = await listen((path) =>
				path.includes('/detail') ? APP : respond(key, other.url),
			);
			const log = keepLog();

			const ended = await execute({
				credential: { apiKey: key, baseUrl: service.url, metadataUrl: service.url },
				parameters,
			});
			await Promise.all([service.close(), other.close()]);

			expect(service.paths.some((path) => !path.includes('/detail'))).toBe(true);
			const { error, hints, outputs, run } = ended;
			const shown = [error?.message, error?.description, error?.stack, error?.context];
			const seen = [stringify(run.data), outputs, hints, shown, log, other.paths];
			expect(tracesIn(JSON.stringify(seen), key)).toEqual([]);
		},
	);
});
