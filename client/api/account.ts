import { createCall, SHORT_ANSWER } from './request';
import type { Endpoints } from './endpoints';
import { isRecord } from '../parsing/scalars';
import type { Http } from '../ports';

/**
 * The fields of an account's record that are passed on. Any other field may hold a key, or have a
 * key as its name.
 */
const KNOWN = /^(id|name|nick_name|email|avatar|status|language|currency|level(_display_name)?)$/;
const AMOUNT = /(^|_)(balance|amount|credits|coupons)(_|$)/;

/** Returns the calls that read the account. They pass on only the known fields of its records. */
export function createAccount(http: Http, { account }: Endpoints) {
	const call = createCall(http);
	const createRead = (url: string) => async (signal?: AbortSignal) =>
		knownFields(await call('GET', url, { ...SHORT_ANSWER, signal }));
	return { wallet: createRead(account.wallet), user: createRead(account.user) };
}

export function knownFields(record: unknown): Readonly<Record<string, unknown>> {
	const fields = Object.entries(isRecord(record) ? record : {});
	const known = fields.filter(([name, value]) => {
		return (KNOWN.test(name) || AMOUNT.test(name)) && typeof value !== 'object';
	});
	return Object.fromEntries(known);
}
