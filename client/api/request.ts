import { reword } from '../settle';
import { isEmptySuccess, payloadOf, readBody, type Reading } from './envelope';
import type { ErrorDetails } from '../errors/AiAppError';
import type { Http, HttpMethod, ServiceRequest } from '../ports';
import { READ_TIMEOUT_MS } from '../resilience/timeLimits';

/** A call of the service: the payload of its answer, or an AiAppError. One request, never repeated. */
export type Call = (method: HttpMethod, url: string, options?: CallOptions) => Promise<unknown>;

export type CallOptions = Partial<
	Pick<ServiceRequest, 'headers' | 'timeoutMs' | 'maxBytes' | 'signal'>
> &
	Reading & {
		readonly body?: object;
		/** What the call is about. Its errors get these details as well. */
		readonly about?: ErrorDetails;
		/** Returns the body as sent, with its envelope. */
		readonly wholeBody?: true;
		/**
		 * Whether a 2xx without a body is a success too, for calls that read nothing from the body.
		 */
		readonly mayBeEmpty?: true;
	};

/** Records have some KB; each byte of one costs time in which n8n does nothing else. */
const RECORD_BYTES = 2 * 1024 ** 2;
/** For the account and a task's status, which is polled often. Even a long status has 2 KB. */
export const SHORT_ANSWER = { maxBytes: 256 * 1024 } as const;
/** For apps with their choices, and for the outputs of a task, which has been paid for. */
export const LONG_ANSWER = { maxBytes: 10 * 1024 ** 2 } as const;

/** Makes the texts of the service English where it knows both languages. */
const LANGUAGE = { lang: 'en' };

/** Makes calls with READ_TIMEOUT_MS and RECORD_BYTES as limits, unless a call sets its own. */
export function createCall(http: Pick<Http, 'call'>): Call {
	return async (method, url, options = {}) => {
		const { headers, notFound, about = {}, wholeBody, mayBeEmpty, ...request } = options;
		const limits = { timeoutMs: READ_TIMEOUT_MS, maxBytes: RECORD_BYTES };
		const common = { method, url, headers: { ...LANGUAGE, ...headers }, ...limits };
		const body = request.body && JSON.stringify(request.body);
		const answer = await http.call({ ...common, ...request, body });
		if (mayBeEmpty && isEmptySuccess(answer)) return undefined;
		const read = await reword(
			async () => readBody(answer, { notFound, appId: about.appId }),
			(error) => error.about(about),
		);
		return wholeBody ? read : payloadOf(read);
	};
}
