import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosResponse } from 'axios';

export type Rest = {
	/** Sends JSON and returns the `data` of the answer. Throws a RestError unless the status is 2xx. */
	call<Data>(method: string, path: string, body?: unknown): Promise<Data>;
	bytes(path: string): Promise<Buffer>;
	/** What a browser needs to use this session: its cookie, and the ID that n8n ties it to. */
	session(): { readonly authCookie: string; readonly browserId: string };
};

export class RestError extends Error {
	readonly status: number;
	/** n8n's own message, with its line breaks. */
	readonly reason: string;

	constructor(call: string, status: number, answer: string) {
		const reason = reasonIn(answer);
		super(`n8n answered ${call} with ${status}: ${reason}`);
		this.status = status;
		this.reason = reason;
	}
}

const BROWSER_ID = 'n8n-rest-client';
const CALL_TIMEOUT_MS = 60_000;
/**
 * On a busy machine n8n sometimes treats its database as lost, and says so before it does anything.
 */
const NOT_READY = 'Database is not ready';
const NOT_READY_TRIES = 30;
/** A busy n8n closes idle connections late, so that a call on one of them may be lost. */
const FRESH = new Agent({ keepAlive: false });

/**
 * n8n's internal REST interface, which its editor uses, with the cookie of one session.
 * @param session its cookie, if already signed in
 */
export function createRest(url: string, session = ''): Rest {
	let authCookie = session;

	function send(method: string, path: string, body?: unknown): Promise<AxiosResponse<Buffer>> {
		return axios.request<Buffer>({
			baseURL: url,
			method,
			url: path,
			data: body,
			headers: { 'browser-id': BROWSER_ID, cookie: `n8n-auth=${authCookie}` },
			timeout: CALL_TIMEOUT_MS,
			httpAgent: FRESH,
			responseType: 'arraybuffer',
			validateStatus: () => true,
		});
	}

	async function request(method: string, path: string, body?: unknown): Promise<Buffer> {
		let response = await send(method, path, body);
		for (let n = 0; n < NOT_READY_TRIES && isNotReady(response); n++) {
			await sleep(1_000);
			response = await send(method, path, body);
		}
		authCookie = authCookieOf(response.headers['set-cookie']) ?? authCookie;
		if (response.status >= 200 && response.status < 300) return response.data;
		throw new RestError(`${method} ${path}`, response.status, response.data.toString('utf8'));
	}

	return {
		call: async <Data,>(method: string, path: string, body?: unknown) => {
			const answer = await request(method, path, body);
			return (JSON.parse(answer.toString('utf8')) as { data: Data }).data;
		},
		bytes: (path) => request('GET', path),
		session: () => ({ authCookie, browserId: BROWSER_ID }),
	};
}

/** Pages of a proxy, and other answers without a message, are shown as they begin. */
function reasonIn(answer: string): string {
	try {
		return (JSON.parse(answer) as { readonly message: string }).message;
	} catch {
		return answer.slice(0, 500);
	}
}

function isNotReady({ status, data }: AxiosResponse<Buffer>): boolean {
	return status === 503 && data.toString('utf8').includes(NOT_READY);
}

function authCookieOf(cookies: readonly string[] = []): string | undefined {
	const values = cookies.map((cookie) => /^n8n-auth=([^;]*)/.exec(cookie)?.[1]);
	return values.find((value) => value !== undefined && value !== '');
}
