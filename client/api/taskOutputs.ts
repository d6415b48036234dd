import { parseHttpUrl } from '../parsing/urls';
import { isContentRejection } from './contentRejection';
import { numberOf, textOf } from '../parsing/scalars';
import { isRecord } from '../parsing/json';
import type { Untrusted, WireOutput, WireOutputs } from './wire';

/** One output of a task, read tolerantly; `record` is the output as sent. */
export type TaskOutput = {
	readonly url: string | undefined;
	/** With the leading dot, in lower case. */
	readonly ext: string | undefined;
	/** Usable: has a URL, no code of its own and passed the content check. */
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
export function readTaskOutputs(sent: Untrusted<WireOutputs>): TaskOutput[] {
	return Array.isArray(sent.outputs) ? sent.outputs.filter(isRecord).map(readOutput) : [];
}

function readOutput(sent: Untrusted<WireOutput>): TaskOutput {
	const url = parseHttpUrl(textOf(sent.object_url) ?? '')?.href;
	const errorType = textOf(sent.error_type);
	const audit = numberOf(sent.audit_status);
	const message = textOf(sent.error_msg) ?? textOf(sent.error_message);
	const failed = errorType !== undefined && errorType !== NO_ERROR;
	const rejected = audit === AUDIT_REJECTED || (failed && isContentRejection(message));
	return {
		url,
		ext: extension(sent.output_ext, url),
		ok: url !== undefined && !failed && !rejected && audit !== AUDIT_FAILED,
		rejected,
		errorType: failed ? errorType : undefined,
		message,
		record: { ...sent },
	};
}

function extension(sent: unknown, url: string | undefined): string | undefined {
	const given = /^\.?([a-z0-9]{1,20})$/i.exec(textOf(sent) ?? '')?.[1];
	const fromUrl = url && /\.([a-z0-9]{1,20})$/i.exec(new URL(url).pathname)?.[1];
	const ext = given ?? fromUrl;
	return ext ? `.${ext.toLowerCase()}` : undefined;
}
