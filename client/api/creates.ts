import { AiAppError } from '../errors/AiAppError';
import { isRecord } from '../parsing/scalars';
import { say } from '../parsing/say';
import { reword } from '../settle';
import type { SentTask } from '../ports';
import { callbackHeaders, type Callback, type CallbackHeaders } from './callbackHeaders';
import { LONG_ANSWER, type Call } from './request';
import type { Endpoints } from './endpoints';
import { hasEnded } from './lifecycle';
import { requestIdIn } from './requestId';
import { readTaskResult, type TaskResult } from './taskResult';
import type { InputValues, Untrusted, WireCreateRequest } from './wire';
import { CREATE_TIMEOUT_MS } from '../resilience/timeLimits';

/** What is sent to create a task, and what the ledger keeps of it. */
export type TaskOrder = Pick<SentTask, 'seeds'> & {
	readonly appId: number;
	readonly inputValues: InputValues;
	/** Sent only when set: its effect differs between deployments. */
	readonly suppressPreviewOutput: boolean;
	/** Say where the end of the task is reported; without them the task is to be polled. */
	readonly callbackHeaders?: CallbackHeaders | undefined;
};

/**
 * The result of a create: the ID of the task, and its record if the service kept the connection
 * open.
 */
export type Created = {
	readonly requestId: string;
	/** By the machine's clock, in milliseconds. Left out if the task was created just now. */
	readonly createdAt?: number;
	readonly held?: TaskResult;
};

/** Tells create to answer at once with the id of the task (spec: What the service does). */
const ASYNC_HEADER = 'Async';

/**
 * The ID of the task may stand beside the envelope's `code`, so the whole body is read. The answer
 * over an open connection contains the outputs, so it may be long.
 */
function aboutApp({ appId }: TaskOrder) {
	return { notFound: 'app_not_found', about: { appId }, wholeBody: true, ...LONG_ANSWER } as const;
}

/** The calls that cost money. Nothing here is repeated. */
export function createCreateCalls(call: Call, endpoints: Endpoints, headerPrefix: string) {
	return {
		/**
		 * The headers of an order with a callback. They are made before the create: one that can't be sent
		 * must not look like a create whose fate is unknown.
		 * @throws AiAppError kind `input` for a URL or a header that can't be sent
		 */
		callbackHeaders: (callback: Callback): CallbackHeaders =>
			callbackHeaders(headerPrefix, callback),

		/**
		 * Creates a task and answers with its ID. Takes no signal: a sent create is always awaited.
		 * A service that doesn't know the headers keeps the connection open and answers with the
		 * result.
		 */
		async create(order: TaskOrder): Promise<Created> {
			const { callbackHeaders: headers = { [`${headerPrefix}${ASYNC_HEADER}`]: 'enable' } } = order;
			const body = createRequest(order);
			const options = { ...aboutApp(order), body, headers, timeoutMs: CREATE_TIMEOUT_MS };
			const send = () => call('POST', endpoints.create, options);
			const answer = await reword(send, withPrefixInMind);
			const requestId = createdId(answer);
			const held = readTaskResult(answer);
			return hasEnded(held.task) ? { requestId, held } : { requestId };
		},

		/**
		 * Creates a task and keeps the connection open until the task has ended. Its ID is unknown
		 * until then, so a stopped execution can only leave the task running.
		 */
		async createAndHold(
			order: TaskOrder,
			timeoutMs: number,
			signal?: AbortSignal,
		): Promise<TaskResult> {
			const options = { ...aboutApp(order), body: createRequest(order), timeoutMs, signal };
			return readTaskResult(await call('POST', endpoints.create, options));
		},
	};
}

/**
 * A service that ignores the task headers answers only when the task has ended. So a create that
 * times out suggests that the prefix of the headers is wrong.
 */
function withPrefixInMind(error: AiAppError): AiAppError {
	return error.details.timedOut ? unconfirmed(error, 'headersUnknown') : error;
}

/**
 * The task's ID in the answer to a create. @throws AiAppError kind `unconfirmed` if there is none
 */
export function createdId(body: unknown): string {
	const id = requestIdIn(body);
	if (id !== undefined) return id;
	throw new AiAppError('unconfirmed', 'The service accepted the task but returned no request ID');
}

function createRequest(order: TaskOrder): WireCreateRequest {
	const { appId, inputValues, suppressPreviewOutput } = order;
	return {
		web_app_id: appId,
		input_values: inputValues,
		...(suppressPreviewOutput && { suppress_preview_output: true }),
	};
}

/** The body of a create request that a user has, such as that of an API example. */
type ReadRequest = {
	readonly appId: unknown;
	readonly inputValues: Readonly<Record<string, unknown>>;
	/** Names of the body's other fields, except those whose value is false. */
	readonly others: readonly string[];
};

/** Reads the body of a create request; undefined if it is something else, such as values of inputs. */
export function readCreateRequest(body: Untrusted<WireCreateRequest>): ReadRequest | undefined {
	if (!isRecord(body.input_values)) return undefined;
	const { web_app_id: appId, input_values: inputValues, ...more } = body;
	const others = Object.entries(more).flatMap(([name, value]) => (value === false ? [] : name));
	// Without an app, it may be anything, such as a report that lacks the invalid values.
	return appId === undefined && others.length > 0 ? undefined : { appId, inputValues, others };
}

/** A create that was not confirmed, as an error of its own kind; `reason` is a likely cause. */
export function unconfirmed(
	cause: AiAppError,
	reason: 'headersUnknown' | 'wrongType' | undefined = likelyReason(cause),
): AiAppError {
	if (cause.kind === 'unconfirmed') return cause;
	return new AiAppError(
		'unconfirmed',
		say`The service didn't confirm whether the task was created. ${cause}`,
		{ ...cause.details, reason },
		{ cause },
	);
}

/** Services answer with a bare HTTP 500 if a value has a type that they don't expect. */
function likelyReason({ details: { httpStatus, code } }: AiAppError): 'wrongType' | undefined {
	return httpStatus === 500 && code === undefined ? 'wrongType' : undefined;
}
