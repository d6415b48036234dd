import { CREATE_TIMEOUT_MS, type Call } from './call';
import type { Endpoints } from './endpoints';
import { AiAppError } from './errors';
import { isRecord } from './json';
import { readResultBody, type ResultBody } from './resultBody';
import type { InputValues, WireCreateRequest } from './wire';

/** What a task is to be created for. */
export type TaskOrder = {
	readonly appId: number;
	readonly inputValues: InputValues;
	/** Sent only when set: its effect differs between deployments. */
	readonly suppressPreviewOutput: boolean;
	/** The headers of a create with a callback; without them the task is to be looked at. */
	readonly callbackHeaders?: Readonly<Record<string, string>>;
};

/** Tells create to answer at once with the id of the task (spec: What the service does). */
const ASYNC_HEADER = 'Async';

const ABOUT_APP = { notFound: 'app_not_found' } as const;

export type Creates = ReturnType<typeof createCreates>;

/** The calls that cost money. Nothing here is repeated. */
export function createCreates(call: Call, endpoints: Endpoints, headerPrefix: string) {
	return {
		/** Creates a task and answers with its id. Takes no signal: a sent create is always awaited. */
		async create(order: TaskOrder): Promise<string> {
			const asynchronous = { [`${headerPrefix}${ASYNC_HEADER}`]: 'enable' };
			const headers = order.callbackHeaders ?? asynchronous;
			const body = createRequest(order);
			const options = { ...ABOUT_APP, body, headers, timeoutMs: CREATE_TIMEOUT_MS };
			return createdId(await call('POST', endpoints.create, options));
		},

		/**
		 * Creates a task and holds the connection until it has ended. Its id is not known before that,
		 * so a stopped execution can only let go of it.
		 */
		async createAndHold(
			order: TaskOrder,
			timeoutMs: number,
			signal?: AbortSignal,
		): Promise<ResultBody> {
			const options = { ...ABOUT_APP, body: createRequest(order), timeoutMs, signal };
			return readResultBody(await call('POST', endpoints.create, options));
		},
	};
}

/** The id in the answer to a create. @throws AiAppError kind `unsure` when there is none */
export function createdId(payload: unknown): string {
	const id = isRecord(payload) ? (payload.request_id ?? payload.requestId) : undefined;
	if (typeof id === 'string' && id !== '') return id;
	if (Number.isSafeInteger(id)) return String(id);
	throw new AiAppError('unsure', 'The service accepted the task without telling its request ID');
}

function createRequest(order: TaskOrder): WireCreateRequest {
	const { appId, inputValues, suppressPreviewOutput } = order;
	return {
		web_app_id: appId,
		input_values: inputValues,
		...(suppressPreviewOutput && { suppress_preview_output: true }),
	};
}
