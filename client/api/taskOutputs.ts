import { parseHttpUrl } from '../parsing/urls';
import { isContentRejection } from './contentRejection';
import { numberOf, textOf } from '../parsing/scalars';
import { outputFileName } from '../parsing/fileNames';
import { isRecord } from '../parsing/json';
import { mimeTypeOf } from '../parsing/mimeTypes';
import type { Untrusted, WireOutput, WireOutputs } from './wire';

/** One output of a task, read tolerantly; `record` is the output as sent. */
export type TaskOutput = {
	readonly url: string | undefined;
	/** In place of a file; only models write texts. */
	readonly text?: string;
	/** `<request_id>_<n><ext>`, n counted from 1 over all outputs of the task. */
	readonly fileName: string;
	/** By the extension: storages say application/octet-stream for everything. */
	readonly mimeType: string;
	/** Usable: has a URL or a text, no code of its own and passed the content check. */
	readonly ok: boolean;
	readonly rejected: boolean;
	readonly errorType: string | undefined;
	readonly message: string | undefined;
	readonly record: Readonly<Record<string, unknown>>;
};

const NO_ERROR = 'NOT_ERROR';
/** audit_status (spec: Task outputs): 3 rejected, 4 error. */
const AUDIT_REJECTED = 3;
const AUDIT_FAILED = 4;

/** Reads `outputs[]` of the outputs endpoint or of a flat record; null and absent are an empty list. */
export function readTaskOutputs(sent: Untrusted<WireOutputs>, requestId: string): TaskOutput[] {
	const records = Array.isArray(sent.outputs) ? sent.outputs.filter(isRecord) : [];
	return records.map((record, index) => readOutput(record, requestId, index + 1));
}

/** Reads one output; `n` is its position, from 1. */
export function readOutput(sent: Untrusted<WireOutput>, requestId: string, n: number): TaskOutput {
	const url = parseHttpUrl(textOf(sent.object_url) ?? '')?.href;
	const ext = extension(sent.output_ext, url);
	const errorType = textOf(sent.error_type);
	const audit = numberOf(sent.audit_status);
	const message = textOf(sent.error_msg) ?? textOf(sent.error_message);
	const failed = errorType !== undefined && errorType !== NO_ERROR;
	const rejected = audit === AUDIT_REJECTED || (failed && isContentRejection(message));
	return {
		url,
		fileName: outputFileName(requestId, n, ext),
		mimeType: mimeTypeOf(ext),
		ok: url !== undefined && !failed && !rejected && audit !== AUDIT_FAILED,
		rejected,
		errorType: failed ? errorType : undefined,
		message,
		record: { ...sent },
	};
}

/** An output that is a text. */
export function textOutput(text: string, requestId: string, n: number): TaskOutput {
	return { ...readOutput({}, requestId, n), text, ok: true, record: { text } };
}

/** With the leading dot, in lower case. */
function extension(sent: unknown, url: string | undefined): string | undefined {
	const given = /^\.?([a-z0-9]{1,20})$/i.exec(textOf(sent) ?? '')?.[1];
	const fromUrl = url && /\.([a-z0-9]{1,20})$/i.exec(new URL(url).pathname)?.[1];
	const ext = given ?? fromUrl;
	return ext ? `.${ext.toLowerCase()}` : undefined;
}
