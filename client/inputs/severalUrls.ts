import { inputError } from '../errors/AiAppError';
import { isRecord, parseJson } from '../parsing/scalars';
import { say } from '../parsing/say';
import { parseHttpUrl } from '../parsing/urls';
import { about, nameOf } from './inputFacts';
import type { InputField } from './schema';

/** What stands between the URLs of a cell, of a list in JSON, or of a text that names them. */
const BETWEEN = /[\s,;|，；、"'<>[\]]/;
/** One URL leads to another with these signs at its end, or anywhere in its query. */
const LEADS_ON = /[?#]|[/=(:@!]$/;
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/** @throws AiAppError kind `input` if the value of an input has several URLs */
export function requireOneUrl(
	field: Pick<InputField, 'key' | 'kind' | 'label'>,
	value: unknown,
): void {
	if (hasSeveralUrls(value))
		throw inputError(
			say`'${nameOf(field)}' contains several URLs`,
			about(field, value, 'severalUrls'),
		);
}

/**
 * Whether a value has several URLs. A single URL may contain others: after a slash or an equals
 * sign, or in its query, also as a list.
 */
function hasSeveralUrls(value: unknown): boolean {
	if (Array.isArray(value)) return value.filter(isUrl).length > 1;
	if (isRecord(value)) return false;
	const text = String(value).slice(0, MAX_SCANNED).trim();
	const list = text.startsWith('[') ? parseJson(text) : undefined;
	if (Array.isArray(list)) return hasSeveralUrls(list);
	const [first = '', ...others] = spaced(text).split(BETWEEN).filter(isUrl);
	if (others.length === 0) return false;
	const isOneText = parseHttpUrl(text) !== undefined && !/\s/.test(text);
	return !(isOneText && /=https?:\/\//i.test(first));
}

/** The text with a blank before each URL that follows another one without any. */
function spaced(text: string): string {
	const parts = text.split(/(?=https?:\/\/)/i);
	return parts.map((part) => (LEADS_ON.test(part) ? part : `${part} `)).join('');
}

function isUrl(text: unknown): boolean {
	return typeof text === 'string' && /^https?:\/\//i.test(text.trim());
}
