import type { ICredentialTestFunctions } from 'n8n-workflow';
import {
	settle,
	type Http,
	type HttpFailure,
	type HttpResponse,
	type ServiceRequest,
} from '../../../client/index';
import { readResponse, USER_AGENT, type StreamedResponse } from './http';
import { refusedHost } from './keyHosts';
import { noAnswerFrom } from './networkErrors';

/**
 * Calls the service while a credential is tested. n8n offers only one helper there, and it doesn't
 * add the key. As with `createHttp`, calls follow no redirect and go to `hosts` (with port) only.
 * @param settings `limitMs`: from sending to the last byte of the response
 */
export function createCredentialTestHttp(
	{ helpers }: ICredentialTestFunctions,
	settings: {
		readonly apiKey: string;
		readonly hosts: readonly string[];
		readonly limitMs: number;
	},
): Pick<Http, 'call'> {
	const { apiKey, hosts, limitMs } = settings;
	return {
		call: async (request) => {
			const refused = refusedHost(request.url, hosts);
			if (refused) return refused;
			const timeout = AbortSignal.timeout(Math.min(request.timeoutMs, limitMs));
			async function ask(): Promise<HttpResponse | HttpFailure> {
				const response: StreamedResponse = await helpers.request(requestOptions(request, apiKey));
				const { body } = response;
				timeout.addEventListener('abort', () => body.destroy());
				if (timeout.aborted) body.destroy();
				return readResponse(response, request.maxBytes);
			}
			// n8n's helper takes no signal, and its own time limit begins when it is connected.
			const answer = await settle(() => Promise.race([ask(), overAt(timeout)]));
			return answer.ok ? answer.value : noAnswerFrom(answer.error.cause, undefined, timeout);
		},
	};
}

function requestOptions({ method, url, headers }: ServiceRequest, apiKey: string): object {
	return {
		method,
		url,
		headers: { 'User-Agent': USER_AGENT, ...headers, Authorization: `Bearer ${apiKey}` },
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
	};
}

function overAt(timeout: AbortSignal): Promise<never> {
	return new Promise((_, reject) =>
		timeout.addEventListener('abort', () => reject(new Error('time limit reached'))),
	);
}
