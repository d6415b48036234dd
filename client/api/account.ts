import { createCall, SHORT_ANSWER } from './request';
import type { Endpoints } from './endpoints';
import { isRecord, ownMember } from '../parsing/scalars';
import type { Http } from '../ports';

const SECRET = /key|token|secret|pass|pwd|credential|auth|cookie|session|jwt|signature|^sk\b/i;
/**
 * Texts shorter than this are passed on: they can't be secrets. A longer text is passed on only if
 * `KNOWN` lists its field and allows its length.
 */
const SHORTEST_SECRET = 12;
const KNOWN: Readonly<Record<string, number>> = {
	...{ id: 40, nick_name: 40, status: 40, level: 40, level_display_name: 40, language: 40 },
	...{ avatar: 1_000, email: 254 },
};
/**
 * Field names consist of words. A long name that doesn't may be an API key: a record that counts
 * something for each key has the keys as names.
 */
const WORDS = /^[A-Za-z][a-z]+(?:[_-][A-Za-z][a-z]*|[A-Z][a-z]+)*\d{0,3}$/;

/** The address of each read of the account (spec: Further endpoints). */
export function accountAddresses({ onApi, onMetadata }: Endpoints) {
	return { wallet: onApi('wallet'), user: onMetadata('user/info') };
}

type Read = (signal?: AbortSignal) => Promise<unknown>;

export type Account = Readonly<Record<keyof ReturnType<typeof accountAddresses>, Read>>;

/** One call for each address; the records are passed on without what may be a secret. */
export function createAccount(http: Http, endpoints: Endpoints): Account {
	const call = createCall(http);
	const reads = Object.entries(accountAddresses(endpoints)).map(([name, url]): [string, Read] => [
		name,
		async (signal) => withoutSecrets(await call('GET', url, { ...SHORT_ANSWER, signal })),
	]);
	return Object.fromEntries(reads) as Account;
}

/**
 * A value without anything that may be a secret, at any depth: fields whose names suggest a secret,
 * and long texts in unknown fields. Undefined if the value itself is such a text.
 */
export function withoutSecrets(value: unknown, field = ''): unknown {
	if (typeof value === 'string') {
		const longest = ownMember(KNOWN, field) ?? SHORTEST_SECRET - 1;
		return value.length <= longest ? value : undefined;
	}
	if (Array.isArray(value))
		return value.map((one) => withoutSecrets(one, field)).filter((one) => one !== undefined);
	if (!isRecord(value)) return value;
	const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
	const members = kept.map(([name, member]) => [name, withoutSecrets(member, name)] as const);
	return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isSecretName(name: string): boolean {
	return SECRET.test(name) || (name.length >= SHORTEST_SECRET && !WORDS.test(name));
}
