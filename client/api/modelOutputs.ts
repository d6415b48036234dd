import { isRecord } from '../parsing/json';
import { textOf } from '../parsing/scalars';
import { readOutput, textOutput, type TaskOutput } from './taskOutputs';

/** What a model writes stays text, also where it's a URL: nobody asked to fetch that one. */
const TEXTS = /^texts?$/i;

/**
 * Reads the outputs of a model. They are an object of arrays by kind: images, videos, audios, texts.
 * The specification doesn't show them, so other kinds, single values and records are read as well.
 * An output that isn't read would be lost, although it was charged.
 */
export function readModelOutputs(sent: unknown, requestId: string): TaskOutput[] {
	const kinds = isRecord(sent) ? Object.entries(sent) : [['', sent] as const];
	return kinds
		.flatMap(([kind, value]) => entriesOf(value).map((entry) => ({ kind, entry })))
		.map(({ kind, entry }, index) => readEntry(kind, entry, requestId, index + 1));
}

function entriesOf(value: unknown): readonly unknown[] {
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	return entries.filter((entry) => !isNothing(entry));
}

function isNothing(entry: unknown): boolean {
	if (typeof entry === 'string') return textOf(entry) === undefined;
	return entry === undefined || entry === null;
}

function readEntry(kind: string, entry: unknown, requestId: string, n: number): TaskOutput {
	const mayBeFile = !TEXTS.test(kind);
	const record = isRecord(entry) ? entry : { url: entry };
	const output = readOutput({ object_url: record.url, ...record }, requestId, n);
	const isFile = output.url !== undefined || output.errorType !== undefined || output.rejected;
	if (mayBeFile && isFile) return { ...output, record };
	return textOutput(textIn(entry), requestId, n);
}

/** The text of an output without a file. If it has none, its record as JSON. */
function textIn(entry: unknown): string {
	const text = isRecord(entry) ? entry.text : entry;
	return typeof text === 'string' ? text : JSON.stringify(entry);
}
