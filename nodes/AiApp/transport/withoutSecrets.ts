import {
	createRedactor,
	isRecord,
	requireBounded,
	settleSync,
	type FilePut,
	type Http,
	type HttpFailure,
	type HttpResponse,
	type Redactor,
	type ServiceRequest,
} from '../../../client/index';
import { clock } from '../time/clock';

/** Shorter texts aren't secrets, and any response may contain them by chance. */
const MIN_SECRET_LENGTH = 12;

/** Removes secrets from everything that others send. Made once for a try of the node. */
export function secretRedactor(secrets: ReadonlyArray<string | undefined>): Redactor {
	const redactor = createRedactor([]);
	const add = (secret: string) => {
		if (secret.length >= MIN_SECRET_LENGTH) redactor.add(secret);
	};
	for (const secret of secrets) add((secret ?? '').trim());
	return Object.assign((text: string) => redactor(text), { add, inSteps: redactor.inSteps });
}

/**
 * Calls whose responses don't contain the secrets that were sent: pages of gateways quote the request,
 * and some services quote the rejected key.
 */
export function withSecretsRedacted<Calls extends Pick<Http, 'call'> & Partial<Pick<Http, 'put'>>>(
	http: Calls,
	redact: Redactor,
): Calls {
	const shown = async (answer: HttpResponse | HttpFailure) => {
		if ('noAnswer' in answer) return answer;
		const body = bodyWithoutSecrets(answer.body, redact, await withTurns(answer.body, redact));
		return { ...answer, body };
	};
	const { call, put } = http;
	return {
		...http,
		call: async (request: ServiceRequest) => shown(await call(request)),
		...(put && { put: async (file: FilePut) => shown(await put(file)) }),
	};
}

/** A step with this many characters takes less than 20 ms. */
const LONGEST_STEP = 1_000_000;
const TURN_MS = 1;

/** The redacted text. If it's long, n8n gets a turn after each step. */
async function withTurns(text: string, redact: Redactor): Promise<string> {
	if (text.length <= LONGEST_STEP) return redact(text);
	const steps = redact.inSteps(text);
	for (;;) {
		const { done, value } = steps.next();
		await clock.sleep(TURN_MS);
		if (done) return value;
	}
}

/**
 * Rebuilding more takes seconds in which n8n does nothing else. No service quotes a key in that
 * much text.
 */
const MAX_REBUILT = 2_000_000;

/**
 * The body of a response without secrets; JSON stays JSON. A body is parsed only if it has a
 * secret, so that no half of an escape is left in JSON. Nobody reads the values of a body that is
 * out of bounds.
 */
export function bodyWithoutSecrets(body: string, redact: Redactor, shown = redact(body)): string {
	if (shown === body || body.length > MAX_REBUILT) return shown;
	const parsed = settleSync(() => JSON.stringify(recordWithoutSecrets(JSON.parse(body), redact)));
	return parsed.ok ? parsed.value : shown;
}

/**
 * The parsed body of a callback without secrets: the service sends back what it was sent.
 * @throws AiAppError kind `unexpected_response` if it's out of bounds
 */
export function recordWithoutSecrets(record: unknown, redact: Redactor): unknown {
	requireBounded(record, {});
	// One text is searched much faster than thousands, and hardly any record has a secret.
	const all = textsIn(record).join(END_OF_TEXT);
	return redact(all) === all ? record : within(record);

	function within(part: unknown): unknown {
		if (typeof part === 'string') return redact(part);
		// A secret of digits alone may be a number.
		if (typeof part === 'number') return redact(String(part)) === String(part) ? part : undefined;
		if (Array.isArray(part)) return part.map(within);
		if (!isRecord(part)) return part;
		return Object.fromEntries(
			Object.entries(part).map(([name, one]) => [redact(name), within(one)]),
		);
	}
}

/** Continues no escape. */
const END_OF_TEXT = '\0';

/** All texts, numbers and names of a value, as they are: JSON would escape them. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]);
}
