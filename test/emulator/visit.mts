import {
	manualClock,
	startEmulator,
	type Emulator,
	type EmulatorOptions,
	type ManualClock,
} from '../../emulator/index.mts';
import { until } from '../until.mts';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };
type Extra = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** An emulator on a manual clock, with a caller who has the API key. */
export type Visit = {
	readonly emulator: Emulator;
	readonly clock: ManualClock;
	/** Moves the clock by this many milliseconds. */
	advance(ms: number): Promise<void>;
	/** Sends a request with the key; the body of the response is parsed if it is JSON. */
	send(method: string, url: string, extra?: Extra): Promise<Answer>;
	/** Where tasks are created. */
	readonly createUrl: string;
	/** Sends this body there, in async mode unless other headers are given. */
	post(body: unknown, headers?: Extra['headers']): Promise<Answer>;
	/** Creates a task in async mode and gives its id. */
	create(appId?: number, inputValues?: object): Promise<string>;
	/** Requests a task: its status, or the given `part`. */
	read(requestId: string, part?: 'outputs'): Promise<Answer>;
	stop(requestId: string, by: 'cancel' | 'interrupt'): Promise<Answer>;
	/** Resolves when the emulator keeps this many requests (1) waiting on its clock. */
	held(count?: number): Promise<void>;
};

export const TASKS = '/v1/webapp/task/openapi';
export const ASYNC = { 'X-Service-Task-Async': 'enable' };
export const PROMPT = { '6:CLIPTextEncode.text': 'a red kite' };

/** Starts an emulator whose clock is stopped until `advance` is called. */
export async function startVisit(options: EmulatorOptions = {}): Promise<Visit> {
	const clock = manualClock();
	const emulator = await startEmulator({ clock, ...options });
	const tasks = emulator.apiUrl + TASKS;

	async function send(method: string, url: string, extra: Extra = {}): Promise<Answer> {
		const headers = {
			Authorization: `Bearer ${emulator.apiKey}`,
			...(extra.body !== undefined && { 'Content-Type': 'application/json' }),
			...extra.headers,
		};
		const body = extra.body === undefined ? undefined : JSON.stringify(extra.body);
		const response = await fetch(url, { method, headers, body, redirect: 'manual' });
		return { status: response.status, headers: response.headers, body: await bodyOf(response) };
	}

	const createUrl = `${tasks}/create`;
	const post: Visit['post'] = (body, headers = ASYNC) => send('POST', createUrl, { body, headers });

	async function create(appId = 54663, inputValues: object = PROMPT): Promise<string> {
		const answer = await post({ web_app_id: appId, input_values: inputValues });
		return (answer.body as { request_id: string }).request_id;
	}

	return {
		emulator,
		clock,
		advance: (ms) => clock.advanceTo(clock.now() + ms),
		send,
		createUrl,
		post,
		create,
		read: (requestId, part) => send('GET', [tasks, requestId, part].filter(Boolean).join('/')),
		stop: (requestId, by) => send('PUT', `${tasks}/${requestId}/${by}`),
		held: (count = 1) => until(() => clock.held === count),
	};
}

/** The URLs of a task's output files, from the response of the outputs endpoint. */
export function outputUrls(answer: Answer): string[] {
	const { data } = answer.body as { data: { outputs: Array<{ object_url: string }> } };
	return data.outputs.map((output) => output.object_url);
}

async function bodyOf(response: Response): Promise<unknown> {
	const isJson = response.headers.get('content-type')?.startsWith('application/json');
	return isJson ? response.json() : response.text();
}
