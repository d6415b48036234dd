import { createCall } from './request';
import type { Endpoints } from './endpoints';
import { isRecord } from '../parsing/json';
import type { Http } from '../ports';

/** Members of account records that let others in. */
const SECRET = /(api[_-]?key|access[_-]?key|token|secret|password|credential)/i;

/** The address of each read of the account (spec: Further endpoints). */
export function accountAddresses({ onApi, onMetadata }: Endpoints) {
	return { wallet: onApi('wallet'), user: onMetadata('user/info') };
}

type Read = (signal?: AbortSignal) => Promise<unknown>;

export type Account = Readonly<Record<keyof ReturnType<typeof accountAddresses>, Read>>;

/** One call for each address; the records are passed on as sent, without keys. */
export function createAccount(http: Http, endpoints: Endpoints): Account {
	const call = createCall(http);
	const reads = Object.entries(accountAddresses(endpoints)).map(([name, url]): [string, Read] => [
		name,
		async (signal) => withoutSecrets(await call('GET', url, { signal })),
	]);
	return Object.fromEntries(reads) as Account;
}

/** The same value without members whose names speak of keys, at any depth. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isRecord(value)) return value;
	const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
	return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]));
}
