import { inputError } from '../errors/AiAppError';
import { isRecord } from '../parsing/scalars';
import { say } from '../parsing/say';
import { about, nameOf } from './inputFacts';
import type { InputField } from './schema';

/**
 * A URL and the begin of a second one. In a path, one URL leads to another with certain signs only. In a
 * query, nearly all signs do. But signed URLs of one storage have queries, and a cell joins them.
 */
const SEVERAL: readonly RegExp[] = [
	/^\W*https?:\/\/[^?#]*[^/=(:@!?#]https?:\/\//i,
	/^\W*https?:\/\/.*[\s"<>]https?:\/\//is,
	/^(?!.*=http)\W*(https?:\/\/[^/?#]*\/).*[,;|]\1/is,
];
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/** @throws AiAppError kind `input` if the value of an input has several URLs */
export function requireOneUrl(
	field: Pick<InputField, 'key' | 'kind' | 'label'>,
	value: unknown,
): void {
	const text = isRecord(value) ? '' : String(value).slice(0, MAX_SCANNED);
	if (SEVERAL.some((pattern) => pattern.test(text)))
		throw inputError(
			say`'${nameOf(field)}' contains several URLs`,
			about(field, value, 'severalUrls'),
		);
}
