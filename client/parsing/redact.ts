import { hasEscapes, levelsOf, withoutEscapes } from './escapes';
import { createRunSearch, TELLING } from './rowSearch';

const REDACTED = '…';

/** The rest of a longer secret is ignored: no header takes a longer one. */
const LONGEST = 16_384;

export type Redactor = {
	(text: string): string;
	/** From now on, no text shows this secret either. */
	readonly add: (secret: string) => void;
	/** Redacts a long text in steps, so that other work gets a turn in between. */
	readonly inSteps: (text: string) => Generator<undefined, string>;
};

/**
 * Removes secrets from untrusted texts: gateways, services and storages quote what they were sent,
 * even cut, masked, escaped or in base64. The time to create it grows with the length of the
 * secrets; the time to redact grows only with the length of the text, which may have megabytes.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
	const search = createRunSearch();
	const known = new Set<string>();
	const short: string[] = [];
	let shortest = Infinity;

	function* without(text: string): Generator<undefined, string> {
		const shown = yield* search.replaceIn(text, REDACTED);
		return short.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), shown);
	}

	function add(secret: string): void {
		if (known.has(secret)) return;
		known.add(secret);
		if (secret !== '') shortest = Math.min(shortest, TELLING, secret.length);
		if (secret.length >= TELLING)
			for (const form of formsOf(secret.slice(0, LONGEST))) search.add(form);
		else if (secret !== '') short.push(secret);
	}

	function* inSteps(text: string): Generator<undefined, string> {
		if (text.length < shortest) return text;
		const shown = yield* without(text);
		if (!hasEscapes(shown)) return shown;
		yield;
		// If escapes, such as those of a URL, hide a secret, the whole text is left out.
		let plain = shown;
		for (plain of levelsOf(shown)) yield;
		return (yield* without(plain)) === plain ? shown : REDACTED;
	}

	secrets.forEach(add);
	return Object.assign((text: string) => lastOf(inSteps(text)), { add, inSteps });
}

function lastOf<Value>(steps: Generator<undefined, Value>): Value {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/**
 * A secret as it is, in a URL, in hexadecimal, and in base64 (both alphabets) at any place in a
 * longer text; each of them also with its escapes undone.
 */
function formsOf(secret: string): ReadonlySet<string> {
	const bytes = Buffer.from(secret);
	const encoded = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// A base64 letter has six bits: the outermost ones also contain bits of the text around.
		return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
	});
	const forAddresses = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	const inUrl = encodeURIComponent(bytes.toString());
	const forms = [secret, inUrl, bytes.toString('hex'), ...encoded, ...forAddresses];
	return new Set([...forms, ...forms.map(withoutEscapes)]);
}
