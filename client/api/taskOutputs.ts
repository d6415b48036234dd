import { parseHttpUrl } from '../parsing/urls';
import { lineOf } from '../parsing/say';
import { isContentRejection, reasonCode } from './reason';
import { numberOf, textOf, textOrEmpty, isRecord } from '../parsing/scalars';
import { extensionOf, outputFileName } from '../parsing/fileNames';
import { mimeTypeOf } from '../parsing/mimeTypes';
import type { Untrusted, WireOutput, WireOutputs } from './wire';

/** One output of a task, read tolerantly; `record` is the output as sent. */
export type TaskOutput = {
	readonly url: string | undefined;
	/** In place of a file. */
	readonly text: string | undefined;
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

/**
 * The specification's spelling is NOT_ERROR. Others count too, so that a finished file isn't lost.
 */
const NO_ERROR = /^(not_error|no_error|none)$/i;
/** audit_status (spec: Task outputs): 3 rejected, 4 error. */
const AUDIT_REJECTED = 3;
const AUDIT_FAILED = 4;

/** An output of this kind stays a text even if it's a URL: nobody asked to fetch that. */
const TEXTS = /^texts?$/i;

/** n8n stores every output with the execution. No task has nearly this many. */
export const MAX_OUTPUTS = 1_000;

/** Reads `outputs[]` of the outputs endpoint or of a flat record; null and absent are an empty list. */
export function readTaskOutputs(sent: Untrusted<WireOutputs>, requestId: string): TaskOutput[] {
	return typeof sent.outputs === 'object' ? readOutputs(sent.outputs, requestId) : [];
}

/**
 * Reads outputs in any form. Those of a model are an object of arrays by kind: images, videos,
 * audios, texts. The specification doesn't show them, so other kinds, single values and records are
 * read as well. An unread output would be lost although it was charged, so all are read, up to
 * `MAX_OUTPUTS`.
 */
export function readOutputs(sent: unknown, requestId: string): TaskOutput[] {
	const isByKind = isRecord(sent) && (!isOfFile(sent) || Object.values(sent).some(Array.isArray));
	const kinds = isByKind ? Object.entries(sent) : [['', sent] as const];
	return kinds
		.flatMap(([kind, value]) => entriesOf(value).map((entry) => ({ kind, entry })))
		.slice(0, MAX_OUTPUTS)
		.map(({ kind, entry }, index) => readOutput(TEXTS.test(kind), entry, requestId, index + 1));
}

function entriesOf(value: unknown): readonly unknown[] {
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	return entries.filter((entry) =>
		typeof entry === 'string' ? textOf(entry) : entry !== undefined && entry !== null,
	);
}

/** Reads one output; `n` is its position, from 1. */
function readOutput(isText: boolean, entry: unknown, requestId: string, n: number): TaskOutput {
	const sent: Untrusted<WireOutput> = isRecord(entry) ? entry : { url: entry };
	const address = isText ? undefined : (textOf(sent.object_url) ?? textOf(sent.url));
	const parsed = parseHttpUrl(address);
	const url = parsed?.href;
	const text = url === undefined ? textIn(entry) : undefined;
	const ext = extension(sent.output_ext, parsed);
	const { isGood, ...check } = checkOf(sent);
	return {
		url,
		text: isGood ? text : undefined,
		fileName: outputFileName(requestId, n, ext),
		mimeType: mimeTypeOf(ext),
		ok: isGood && (url ?? text) !== undefined,
		...check,
		record: isRecord(entry) || url !== undefined ? { ...sent } : { text },
	};
}

function checkOf(sent: Untrusted<WireOutput>) {
	const errorType = reasonCode(sent.error_type);
	const audit = numberOf(sent.audit_status);
	const message = lineOf(sent.error_msg) ?? lineOf(sent.error_message);
	const failed = errorType !== undefined && !NO_ERROR.test(errorType);
	const rejected =
		audit === AUDIT_REJECTED || (failed && [message, errorType].some(isContentRejection));
	const isGood = !failed && !rejected && audit !== AUDIT_FAILED;
	return { isGood, rejected, errorType: failed ? errorType : undefined, message };
}

/**
 * A record with one of these fields should have a file (spec: Task outputs). Without a file, it
 * isn't a result.
 */
const OF_FILES: ReadonlyArray<keyof WireOutput> = [
	...(['object_url', 'output_ext', 'cost_time', 'audit_status'] as const),
	...(['error_type', 'error_msg', 'error_message'] as const),
];

function isOfFile(record: object): boolean {
	return OF_FILES.some((name) => Object.hasOwn(record, name));
}

/** The text of an output without a file. A record that has no text becomes JSON. */
function textIn(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry)) return JSON.stringify(entry);
	if (typeof entry.text === 'string') return entry.text;
	return isOfFile(entry) || Object.keys(entry).length === 0 ? undefined : JSON.stringify(entry);
}

/** With the leading dot, in lower case. */
function extension(sent: unknown, url: URL | undefined): string | undefined {
	const ofRecord = /^\.?([a-z0-9]{1,20})$/i.exec(textOrEmpty(sent))?.[1];
	const ext = ofRecord ? `.${ofRecord}` : extensionOf(url?.pathname ?? '');
	return ext?.toLowerCase();
}
