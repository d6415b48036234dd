import { settleSync, isRecord, type Http, type ServiceRequest } from '../../../client/index';

/** Shorter texts aren't secrets, and any response may contain them by chance. */
const SHORTEST_SECRET = 12;
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

/** Removes secrets from the body of a response; JSON stays JSON. */
export function createRedactor(secrets: readonly (string | undefined)[]): (body: string) => string {
	const known = secrets
		.map((secret = '') => secret.trim())
		.filter(({ length }) => length >= SHORTEST_SECRET)
		.flatMap(formsOf);
	return (body) => bodyWithout(known, body);
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

/** Only a response with a secret is parsed here: in JSON, half of an escape must not be left. */
function bodyWithout(known: readonly string[], body: string): string {
	const text = (given: string) => textWithout(known, given);
	if (text(body) === body) return body;
	const parsed = settleSync(() =>
		JSON.stringify(
			JSON.parse(body, (_, value: unknown) => {
				if (typeof value === 'string') return text(value);
				if (!isRecord(value)) return value;
				return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), one]));
			}),
		),
	);
	// A secret of digits alone may be a number.
	return parsed.ok ? replaced(known, parsed.value) : text(body);
}

/** A text that hides a secret behind more escapes, such as those of a URL, is left out as a whole. */
function textWithout(known: readonly string[], text: string): string {
	const shown = replaced(known, text);
	return hides(known, shown) ? REDACTED : shown;
}

function replaced(known: readonly string[], text: string): string {
	return known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
}

function hides(known: readonly string[], text: string): boolean {
	if (!/[\\%&]/.test(text)) return false;
	const plain = withoutEscapes(text);
	return known.some((secret) => plain.includes(withoutEscapes(secret)));
}

/** Undoes the escapes of JSON (also within JSON), HTML and URLs, as far as a key may have any. */
function withoutEscapes(text: string): string {
	const character = (code: string, radix: number) => String.fromCharCode(parseInt(code, radix));
	return (
		text
			// In one step: a long run of backslashes is gone through once.
			.replace(/\\+(?:u([\da-f]{4}))?/gi, (_, code?: string) => (code ? character(code, 16) : ''))
			.replace(/&#x([\da-f]{1,4});/gi, (_, code: string) => character(code, 16))
			.replace(/&#(\d{1,5});/g, (_, code: string) => character(code, 10))
			.replace(/%(?:25)*([\da-f]{2})/gi, (_, code: string) => character(code, 16))
	);
}
