import type { AiAppError, ErrorDetails } from '../errors/AiAppError';
import { settleSync } from '../settle';

/** Why an input can't be sent; without a key if this isn't about a single one. */
export type InvalidInput = { readonly key: string | undefined; readonly reason: AiAppError };

export type Rejections = {
	readonly reject: (reason: AiAppError, key?: string) => void;
	readonly all: readonly InvalidInput[];
};

/**
 * Throws all rejections as one error: its message is the first reason, its details have the others.
 */
export function throwAll({ all }: Pick<Rejections, 'all'>, about: ErrorDetails): void {
	const [first, ...others] = all.map(({ reason }) => reason);
	if (!first) return;
	throw first.about({ ...about, others: others.length > 0 ? others : undefined });
}

/** Collects rejections, so that the check continues and finds all of them. */
export function collectRejections(): Rejections {
	const all: InvalidInput[] = [];
	return { all, reject: (reason, key) => void all.push({ key, reason }) };
}

/**
 * The value that is read, or undefined if it is rejected.
 * @throws AiAppError kind `node`, which says nothing about the value
 */
export function orReject<Value>(
	{ reject }: Rejections,
	key: string | undefined,
	read: () => Value,
): Value | undefined {
	const done = settleSync(read);
	if (done.ok) return done.value;
	if (done.error.kind === 'node') throw done.error;
	reject(done.error, key);
	return undefined;
}
