import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stringify } from 'flatted';
import { boundToken } from '../../../client/index';
import { SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { execute } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { callbackUrls } from '../pause/pausedRuns.mts';
import { usePausedExecutions } from '../pause/pausedExecutions.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';
import { BEARER, post, TOKEN, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);
const { later, pausedFor } = usePausedExecutions(service);

const KEY = 'sk-q8Zr3TnVw51LxKpM0aBcYdEfGh72';
const STORAGE = {
	access_key_id: 'LTAI5tAbCdEfGhIjKlMn',
	access_key_secret: 'storageSecretZ9Y8X7W6V5U4T3',
	security_token: 'CAIS+securityTokenAAA111222333/444==',
};
const SECRETS = [KEY, TOKEN, ...Object.values(STORAGE)];

type Spell = (secret: string) => string;

/** A service with its storage that quotes what it was sent wherever it can. */
async function quotingService(spell: Spell) {
	const server = createServer((request, response) => {
		request.resume().once('end', () => answer(request, response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	function answer({ method, url: path = '' }: IncomingMessage, response: ServerResponse): void {
		const send = (body: unknown, status = 200) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		};
		const echo = `${spell(KEY)} ${spell(TOKEN)}`;
		if (method === 'PUT') {
			const quoted = Object.values(STORAGE).map(spell).join(' ');
			return send(`<Error><Code>AccessDenied</Code><Message>No ${quoted}</Message></Error>`, 403);
		}
		if (path.includes('/upload/token')) {
			const storage = { endpoint: url, bucket: 'b', region: 'r' };
			return send({ code: 20000, data: { file: { object_key: 'x.png', ...STORAGE }, storage } });
		}
		if (path.includes('/detail')) return send({ code: 20000, data: appWith(echo) });
		if (path.endsWith('/create')) return send({ code: echo, message: `bad ${echo}` }, 400);
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
	const prompt = { variable_name: PROMPT, field_label: echo, field_type: 'string' };
	return { id: 54663, name: echo, input_nodes: [prompt] };
}

function recordWith(echo: string): object {
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

const file = { data: Buffer.from('png').toString('base64'), mimeType: 'image/png' };
const withFile = [{ json: {}, binary: { data: { ...file, fileName: 'x.png' } } }];
const upload: Parameters = {
	...{ resource: 'file', operation: 'upload', options: {}, simplify: true },
	inputDataFieldName: 'data',
};

const OPERATIONS: ReadonlyArray<readonly [string, Parameters, typeof withFile?]> = [
	['a create that is refused', runForm({ [PROMPT]: 'a' })],
	['an upload that the storage refuses', upload, withFile],
	['outputs', onTask('wait', 'r-1', { downloadFiles: false })],
	['outputs as sent', onTask('wait', 'r-1', { downloadFiles: false, simplify: false })],
	['an app', { resource: 'app', operation: 'get', appId: '54663', options: {}, simplify: true }],
	['an account', { resource: 'account', operation: 'getUser', options: {} }],
];

describe.each(Object.entries(SPELLINGS))('secrets that are quoted %s', (_, spell) => {
	it('leave no 12 characters in items, messages, streams and stored executions', async () => {
		const quoting = await quotingService(spell);
		const credential = {
			...{ apiKey: KEY, baseUrl: quoting.url, metadataUrl: quoting.url, callbackToken: TOKEN },
			...{ moreSettings: true, storageUrl: quoting.url },
		};
		const seen: unknown[] = [];
		for (const [, parameters, items = [{ json: {} }]] of OPERATIONS) {
			const onChunk = (chunk: unknown) => void seen.push(chunk);
			const ended = await execute({ credential, parameters, items, onChunk });
			const { error, hints, outputs, run } = ended;
			seen.push(stringify(run.data), outputs, hints, error?.message, error?.description);
		}
		await quoting.close();

		expect(JSON.stringify(seen)).toContain('…');
		expect(tracesIn(JSON.stringify(seen), ...SECRETS)).toEqual([]);
	});

	it('leave none in the item of a trigger that takes the body of a callback', async () => {
		const settings = { apiKey: KEY, callbackToken: TOKEN, moreSettings: true };
		const host = await listen({ parameters: { resultSource: 'callback' } }, settings);
		const bound = boundToken(TOKEN, host.url) ?? '';
		const echo = [KEY, TOKEN, bound].map(spell).join(' ');
		const headers = { ...BEARER, 'x-service-task-note': `for ${spell(KEY)}` };

		const { status } = await post(host, recordWith(echo), headers);

		expect(status).toBe(200);
		expect(host.started).toHaveLength(1);
		const item = JSON.stringify(host.started);
		expect(item).toContain('…');
		expect(tracesIn(item, KEY, TOKEN, bound)).toEqual([]);
	});

	it('leave none in the items of an execution that a callback resumes', async () => {
		const credential = { ...service.credential, callbackToken: TOKEN };
		const execution = await pausedFor([1_000], { credential });
		await later();
		const [{ requestId = '' } = {}] = service.emulator.tasks();
		const [url = new URL('http://none')] = callbackUrls(service);
		const echo = [service.emulator.apiKey, TOKEN].map(spell).join(' ');
		const body = { ...recordWith(echo), request_id: requestId };

		expect(await execution.call({ url, body })).toBe(200);

		const items = JSON.stringify(execution.resumed);
		expect(items).toContain('…');
		expect(tracesIn(items, service.emulator.apiKey, TOKEN)).toEqual([]);
	});
});
