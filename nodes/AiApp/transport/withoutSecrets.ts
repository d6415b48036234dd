import {
	createRedactor,
	requireBounded,
	type FilePut,
	type Http,
	type HttpFailure,
	type HttpResponse,
	type Redactor,
	type ServiceRequest,
} from '../../../client/index';
import { createBreaks } from '../time/breaks';
import { clock } from '../time/clock';

/** Shorter texts aren't secrets, and any response may contain them by chance. */
const MIN_SECRET_LENGTH = 12;

/** Removes secrets from everything that others send. Made once for a try of the node. */
export function secretRedactor(secrets: ReadonlyArray<string | undefined>): Redactor {
	const trimmed = secrets.map((secret) => (secret ?? '').trim());
	return createRedactor(trimmed.filter(({ length }) => length >= MIN_SECRET_LENGTH));
}

/**
 * Calls whose responses don't contain the secrets that were sent: pages of gateways quote the request,
 * and some services quote the rejected key.
 */
export function withSecretsRedacted<Calls extends Pick<Http, 'call'> & Partial<Pick<Http, 'put'>>>(
	http: Calls,
	redact: Redactor,
): Calls {
	async function shown(answer: HttpResponse | HttpFailure) {
		if ('noAnswer' in answer) return answer;
		const breaks = createBreaks(clock);
		let { body } = answer;
		for (const step of redact.steps()) {
			await breaks.take();
			body = step(body);
		}
		return { ...answer, body };
	}
	const { call, put } = http;
	return {
		...http,
		call: async (request: ServiceRequest) => shown(await call(request)),
		...(put && { put: async (file: FilePut) => shown(await put(file)) }),
	};
}

/**
 * The parsed body of a callback without secrets: the service sends back what it was sent.
 * @throws AiAppError kind `unexpected_response` if it's out of bounds
 */
export function recordWithoutSecrets(record: unknown, redact: Redactor): unknown {
	requireBounded(record);
	// A body that is too large to be read is undefined, which has no JSON.
	const json = String(JSON.stringify(record));
	const shown = redact(json);
	return shown === json ? record : JSON.parse(shown);
}
