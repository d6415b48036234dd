import { isRecord } from '../parsing/scalars';

/** An ID of this form can't end a log line, lead to another path or fill a message. */
const REQUEST_ID = /^(?!\.{1,2}$)[\w.:-]{1,200}$/;

/** A text or a whole number as a request id, where it has the form of one. */
export function asRequestId(value: unknown): string | undefined {
	const text = Number.isSafeInteger(value) ? String(value) : value;
	return typeof text === 'string' && REQUEST_ID.test(text) ? text : undefined;
}

/**
 * The request id in a body of the service: in its `data`, where there is one, else beside `code` or
 * in a flat record. The service's older documentation spells it `requestId`.
 */
export function requestIdIn(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const inData = isRecord(body.data) ? idOf(body.data) : undefined;
	return inData ?? idOf(body);
}

/** Whether a record names a task other than this one. */
export function isOfOther(requestId: string, record: Readonly<Record<string, unknown>>): boolean {
	const named = idOf(record);
	return named !== undefined && named.toLowerCase() !== requestId.toLowerCase();
}

function idOf(record: Readonly<Record<string, unknown>>): string | undefined {
	return asRequestId(record.request_id) ?? asRequestId(record.requestId);
}
