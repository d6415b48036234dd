import { createCall, SHORT_ANSWER } from './request';
import type { Endpoints } from './endpoints';
import { isRecord } from '../parsing/scalars';
import type { Http } from '../ports';

/** Fields that tell of an account. Any other one may be a key, or be named by one. */
const KNOWN = /^(id|name|nick_name|email|avatar|status|language|currency|level(_display_name)?)$/;
const AMOUNT = /(^|_)(balance|amount|credits|coupons)(_|$)/;

/** The address of each read of the account (spec: Further endpoints). */
export function accountAddresses({ onApi, onMetadata }: Endpoints) {
	return { wallet: onApi('wallet'), user: onMetadata('user/info') };
}

type Read = (signal?: AbortSignal) => Promise<unknown>;

export type Account = Readonly<Record<keyof ReturnType<typeof accountAddresses>, Read>>;

/** One call for each address. Of the records, only known fields are passed on. */
export function createAccount(http: Http, endpoints: Endpoints): Account {
	const call = createCall(http);
	const reads = Object.entries(accountAddresses(endpoints)).map(([name, url]): [string, Read] => [
		name,
		async (signal) => knownFields(await call('GET', url, { ...SHORT_ANSWER, signal })),
	]);
	return Object.fromEntries(reads) as Account;
}

export function knownFields(record: unknown): Readonly<Record<string, unknown>> {
	const fields = Object.entries(isRecord(record) ? record : {});
	const known = fields.filter(([name, value]) => {
		return (KNOWN.test(name) || AMOUNT.test(name)) && typeof value !== 'object';
	});
	return Object.fromEntries(known);
}
