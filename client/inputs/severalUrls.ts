import { parseHttpUrl } from '../parsing/urls';
import { isRecord, parseJson } from '../parsing/scalars';

/** What stands between the URLs of a cell, of a list in JSON, or of a text that names them. */
const BETWEEN = /[\s,;|，；、"'<>[\]]/;
/** Only this much of a value is scanned. */
const MAX_SCANNED = 20_000;

/**
 * Whether a value has several URLs. A single URL may contain others: after a slash or an equals
 * sign, or in a query parameter that is a list of URLs.
 */
export function hasSeveralUrls(value: unknown): boolean {
	if (Array.isArray(value)) return value.filter(isUrl).length > 1;
	if (isRecord(value)) return false;
	const text = String(value).slice(0, MAX_SCANNED).trim();
	const list = text.startsWith('[') ? parseJson(text) : undefined;
	if (Array.isArray(list)) return hasSeveralUrls(list);
	const [first = '', ...others] = text.split(BETWEEN).filter(isUrl);
	if (others.length === 0) return false;
	const isOneText = parseHttpUrl(text) !== undefined && !/\s/.test(text);
	return !(isOneText && /=https?:\/\//i.test(first));
}

function isUrl(text: unknown): boolean {
	return typeof text === 'string' && /^https?:\/\//i.test(text.trim());
}
