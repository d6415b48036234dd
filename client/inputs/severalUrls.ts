import { inputError } from '../errors/AiAppError';
import { isRecord } from '../parsing/scalars';
import { say } from '../parsing/say';
import { about, nameOf } from './inputFacts';
import type { InputField } from './schema';

/** Up to the host of the first URL, behind the quotes and brackets of a list. */
const FIRST = /^\W*(https?:\/\/[^\s/?#]*)/i;
/**
 * The begin of a second URL. In a path, one URL leads to another with certain signs only. In a query,
 * nearly all signs do.
 */
const SECOND = /^[^?#]*[^/=(:@!?#]https?:\/\/|[\s"<>]https?:\/\//i;
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/** @throws AiAppError kind `input` if the value of an input has several URLs */
export function requireOneUrl(
	field: Pick<InputField, 'key' | 'kind' | 'label'>,
	value: unknown,
): void {
	if (!isRecord(value) && hasSeveralUrls(String(value).slice(0, MAX_SCANNED)))
		throw inputError(
			say`'${nameOf(field)}' contains several URLs`,
			about(field, value, 'severalUrls'),
		);
}

function hasSeveralUrls(text: string): boolean {
	const [first = '', host] = FIRST.exec(text) ?? [];
	if (host === undefined) return false;
	const rest = text.slice(first.length);
	// Signed URLs of one storage have queries, and a cell joins them.
	const isJoined =
		!/=http/i.test(rest) && [',', ';', '|'].some((sign) => rest.includes(sign + host));
	return isJoined || SECOND.test(rest);
}
