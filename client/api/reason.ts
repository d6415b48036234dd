import { isRecord, textOf } from '../parsing/scalars';
import { lineOf } from '../parsing/say';
import type { Untrusted, WireReason } from './wire';

/**
 * Why something failed, in the service's words. Services write it in several places, of which the
 * first with a text counts. `message` isn't one of them, because for a task it may say that all is
 * well.
 */
export function reasonIn(sent: Untrusted<WireReason>): string | undefined {
	const info = isRecord(sent.error_info) ? sent.error_info : {};
	const error = isRecord(sent.error) ? sent.error.message : sent.error;
	const code = reasonCode(sent.error_code);
	const texts = [sent.error_message, sent.error_msg, info.message, error, sent.message_str];
	const further = [sent.msg, detailOf(sent.detail), info.error_type];
	return (
		[...texts, ...further].map((text) => lineOf(text)).find(Boolean) ?? (code && `code ${code}`)
	);
}

/** A code of the service, a number or a word, as a text. It's shown where no reason is given. */
export function reasonCode(sent: unknown): string | undefined {
	return lineOf(typeof sent === 'number' ? String(sent) : sent);
}

/**
 * Reads `detail`, which is a text, or a list of invalid values. Of a list, it returns the place of
 * the first value and what is wrong with it.
 */
function detailOf(detail: unknown): unknown {
	const first: unknown = Array.isArray(detail) ? detail[0] : detail;
	if (!isRecord(first)) return first;
	const loc: readonly unknown[] = Array.isArray(first.loc) ? first.loc : [];
	const place = loc.filter((part) => typeof part === 'string' || typeof part === 'number');
	return [place.join('.'), textOf(first.msg)].filter(Boolean).join(': ');
}

/** What content checks inside an app write into their messages, as seen in public clients. */
const REJECTED =
	/\b(http )?code: ?422\b|content[_ -]?filter|(?<![a-z])(moderation|sensitive|nsfw)(?![a-z])|inappropriate|safety system|policy violation|审核|敏感|违规/i;

/** Whether the reason of a failure says that a content check rejected the content. */
export function isContentRejection(reason: string | undefined): boolean {
	return reason !== undefined && REJECTED.test(reason);
}
