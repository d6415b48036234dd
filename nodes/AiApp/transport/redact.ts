import {
	requireBounded,
	settleSync,
	isRecord,
	type Http,
	type ServiceRequest,
} from '../../../client/index';

/** Shorter texts aren't secrets, and any response may contain them by chance. */
const MIN_SECRET_LENGTH = 12;
const REDACTED = '…';

/**
 * The same, with responses that don't contain the secrets that were sent: pages of gateways quote
 * the request, and some services quote the rejected key, as it is, escaped or in base64.
 * @param secrets as they are when the response arrives
 */
export function withSecretsRedacted<Calls extends Pick<Http, 'call'>>(
	http: Calls,
	secrets: Iterable<string | undefined>,
): Calls {
	return {
		...http,
		call: async (request: ServiceRequest) => {
			const answer = await http.call(request);
			if ('noAnswer' in answer) return answer;
			return { ...answer, body: createRedactor([...secrets])(answer.body) };
		},
	};
}

type Redactor = (text: string) => string;

/** Removes secrets from the body of a response; JSON stays JSON. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
	const known = secrets
		.map((secret = '') => secret.trim())
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.flatMap(formsOf);
	const plain = known.map(withoutEscapes);
	const shortest = Math.min(...[...known, ...plain].map(({ length }) => length));
	const text: Redactor = (value) =>
		value.length < shortest ? value : textWithout(known, plain, value);
	return (body) => bodyWithout(known, text, body);
}

/** A secret, and what it looks like in base64 (of both alphabets) at any place of a longer text. */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const encoded = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// Six bits for each letter: the outermost ones also contain bits of the text around.
		return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
	});
	const forAddresses = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	return [...new Set([secret, ...encoded, ...forAddresses])];
}

/** Rebuilding more takes seconds, in which n8n does nothing else. No service quotes a key in so much. */
const MAX_REBUILT = 2_000_000;

/**
 * Only a response with a secret is parsed here: in JSON, half of an escape must not be left. Nobody
 * reads the values of one that is out of bounds.
 */
function bodyWithout(known: readonly string[], text: Redactor, body: string): string {
	const shown = text(body);
	if (shown === body || body.length > MAX_REBUILT) return shown;
	const parsed = settleSync(() => {
		const record: unknown = JSON.parse(body);
		requireBounded(record, {});
		return JSON.stringify(record, (_, value: unknown) => {
			if (typeof value === 'string') return text(value);
			if (!isRecord(value)) return value;
			return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), one]));
		});
	});
	// A secret of digits alone may be a number.
	return parsed.ok ? replaced(known, parsed.value) : shown;
}

/** A text that hides a secret behind more escapes, such as those of a URL, is left out as a whole. */
function textWithout(known: readonly string[], plain: readonly string[], text: string): string {
	const shown = replaced(known, text);
	return hides(plain, shown) ? REDACTED : shown;
}

function replaced(known: readonly string[], text: string): string {
	return known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
}

function hides(secrets: readonly string[], text: string): boolean {
	if (!/[\\%&]/.test(text)) return false;
	const plain = withoutEscapes(text);
	return secrets.some((secret) => plain.includes(secret));
}

/**
 * Undoes the escapes of JSON (also within JSON), HTML and URLs, as far as a key may have any. Nothing
 * is captured: that would more than double the time for millions of escapes.
 */
function withoutEscapes(text: string): string {
	const character = (code: string, radix: number) => String.fromCharCode(parseInt(code, radix));
	return (
		text
			// In one step: a long run of backslashes is gone through once.
			.replace(/\\+(?:u[\da-f]{4})?/gi, (found) =>
				found.endsWith('\\') ? '' : character(found.slice(-4), 16),
			)
			.replace(/&#x[\da-f]{1,4};/gi, (found) => character(found.slice(3, -1), 16))
			.replace(/&#\d{1,5};/g, (found) => character(found.slice(2, -1), 10))
			.replace(/%(?:25)*[\da-f]{2}/gi, (found) => character(found.slice(-2), 16))
	);
}
