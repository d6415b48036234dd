import { createCall } from './request';
import type { Endpoints } from './endpoints';
import { isRecord } from '../parsing/json';
import type { Http } from '../ports';

/** Members of account records that let others in. */
const SECRET = /(api[_-]?key|access[_-]?key|token|secret|password|credential)/i;

/** The account calls (spec: Further endpoints); the records are passed on as sent, without keys. */
export function createAccount(http: Http, endpoints: Endpoints) {
	const call = createCall(http);
	async function read(url: string, signal?: AbortSignal): Promise<unknown> {
		return withoutSecrets(await call('GET', url, { signal }));
	}

	return {
		wallet: (signal?: AbortSignal) => read(endpoints.wallet, signal),
		user: (signal?: AbortSignal) => read(endpoints.user, signal),
	};
}

/** The same value without members whose names speak of keys, at any depth. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isRecord(value)) return value;
	const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
	return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]));
}
