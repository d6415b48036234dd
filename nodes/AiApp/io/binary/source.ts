import { createHash } from 'node:crypto';
import type { IExecuteFunctions, IBinaryData } from 'n8n-workflow';
import {
	deadlineIn,
	downloadFile,
	extensionOf,
	isRecord,
	mediumOfFile,
	ownMember,
	readBegin,
	say,
	settle,
	settleSync,
	textOrEmpty,
	TRANSFER_TIMEOUT_MS,
	type FileSource,
	type ByteStream,
} from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import { COMBINED } from '../items/taskItems';
import { ofObject } from '../../memory/ofObject';
import type { FetchPorts } from './downloadOutputs';

export type ItemFiles = ReturnType<typeof itemFiles>;

/** The files of an item by the names of their binary fields, wherever n8n keeps them. */
export function itemFiles(ctx: IExecuteFunctions, itemIndex: number) {
	const item = ctx.getInputData()[itemIndex];
	const separate: Files = item?.binary ?? {};
	const combined = filesIn(item?.json[COMBINED]);
	const files = { ...combined, ...separate };
	const sources = new Map<string, Promise<StoredSource>>();

	async function read(binaryField: string): Promise<StoredSource> {
		// Files in JSON count only if the workflow keeps them there, because anyone can write JSON. n8n
		// then takes it at its word, except for paths.
		const place = Object.hasOwn(separate, binaryField)
			? binaryField
			: `${COMBINED}[${JSON.stringify(binaryField)}]`;
		const file = settleSync(() => ctx.helpers.assertBinaryData(itemIndex, place));
		if (!file.ok) throw unreadable(binaryField);
		return storedSource(ctx, file.value, binaryField);
	}

	return {
		names: Object.keys(files),
		...namesAmong(files),
		/** What a file is, by its type or its name. */
		mediumOf(binaryField: string) {
			const file = ownMember(files, binaryField);
			return mediumOfFile(textOrEmpty(file?.fileName), textOrEmpty(file?.mimeType));
		},
		/**
		 * Reads each file only once.
		 * @throws AiAppError kind `input` when n8n returns no file of that name, or has lost its content
		 */
		source(binaryField: string): Promise<StoredSource> {
			const reading = sources.get(binaryField) ?? read(binaryField);
			sources.set(binaryField, reading);
			return reading;
		},
	};
}

/** The error for a file that the item names, but n8n doesn't return. */
function unreadable(binaryField: string): PanelError {
	return new PanelError(
		say`n8n couldn't read the file in the binary field "${binaryField}"`,
		'Check that the previous node returns this file, and run it again.',
	);
}

type FileRecord = { readonly [Member in keyof IBinaryData]?: unknown };

type Files = Readonly<Record<string, FileRecord>>;

function filesIn(value: unknown): Files {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(
		entries.flatMap(([name, file]) => (isFileRecord(file) ? [[name, file]] : [])),
	);
}

function isFileRecord(value: unknown): value is FileRecord {
	return isRecord(value) && 'mimeType' in value;
}

function namesAmong(files: Files) {
	let names: ReturnType<typeof namesByFacts> | undefined;

	/** The name of a file that an expression such as `$binary.data` returns as an object. */
	function nameOf(value: unknown): string | undefined {
		const file = fileIn(value);
		return file && (names ??= namesByFacts(files)).get(factsOf(file));
	}

	/** A value, with the name of the file in place of such an object, as users write it in JSON. */
	function named<Value>(value: Value): Value | { readonly $binary: string } {
		const $binary = nameOf(value);
		return $binary === undefined ? value : { $binary };
	}

	return { nameOf, named };
}

/** A file that an expression returned: `$binary.data`, or `$binary` with only one file. */
function fileIn(value: unknown): FileRecord | undefined {
	const hasFiles = Array.isArray(value) || (isRecord(value) && !isFileRecord(value));
	const [single, ...others] = hasFiles ? Object.values(value) : [];
	const file = others.length === 0 ? (single ?? value) : value;
	return isFileRecord(file) ? file : undefined;
}

/** The name of each file, in one pass: JSON may list thousands. Undefined if several are alike. */
function namesByFacts(files: Files): ReadonlyMap<string, string | undefined> {
	const names = new Map<string, string | undefined>();
	for (const [name, file] of Object.entries(files)) {
		const facts = factsOf(file);
		names.set(facts, names.has(facts) ? undefined : name);
	}
	return names;
}

/**
 * What two records of the same file have in common. Files in n8n's store have an ID. Files in memory are
 * compared by name, type and size, because expressions don't get their content.
 */
function factsOf({ id, fileName, mimeType, fileSize }: FileRecord): string {
	return JSON.stringify(id === undefined ? [fileName, mimeType, fileSize] : { id });
}

/** n8n reads 64 KB at a time by itself; larger pieces cost less processor time per byte. */
const CHUNK_BYTES = 512 * 1024;

/** A file of n8n's binary store, with its ID. A file inside the item itself has no ID. */
export type StoredSource = FileSource & {
	readonly id: string | undefined;
	readonly begin: Uint8Array;
};

/**
 * A file of n8n's binary store, to be sent. In filesystem, database and S3 modes it is streamed; in
 * memory mode it is in the item.
 * @throws AiAppError kind `input` if n8n has lost its content
 */
async function storedSource(
	ctx: IExecuteFunctions,
	file: IBinaryData,
	binaryField: string,
): Promise<StoredSource> {
	const { id, data, fileName: name = binaryField, mimeType } = file;
	const open: FileSource['open'] = async (chunkBytes = CHUNK_BYTES) =>
		id === undefined
			? decodedBase64(data, chunkBytes)
			: ctx.helpers.getBinaryStream(id, chunkBytes);
	const read = await settle(async () => ({
		begin: await beginOf(ctx, id, open),
		size:
			id === undefined
				? Buffer.from(data, 'base64').length
				: (await ctx.helpers.getBinaryMetadata(id)).fileSize,
	}));
	if (!read.ok) throw unreadable(binaryField);
	// The service derives the type of a file from its extension, so equal bytes may be two files.
	const type = extensionOf(name)?.toLowerCase() ?? mimeType;
	let content = id;
	return {
		...{ id, name, mimeType, open, ...read.value },
		get identity() {
			content ??= createHash('sha256').update(data, 'base64').digest('hex');
			return `${content}${type}`;
		},
	};
}

/** The beginning of a stored file is read once in a try of the node, because many items may have it. */
function beginOf(
	ctx: IExecuteFunctions,
	id: string | undefined,
	open: FileSource['open'],
): Promise<Uint8Array> {
	const known = ofObject(ctx, 'fileBegins', () => new Map<string, Promise<Uint8Array>>());
	const reading = known.get(id ?? '') ?? readBegin({ open });
	if (id !== undefined) known.set(id, reading);
	return reading;
}

/**
 * Decodes piece by piece, as it's read: otherwise all of it would be in memory twice until the node
 * is done.
 */
async function* decodedBase64(base64: string, chunkBytes: number): ByteStream {
	const length = Math.ceil(chunkBytes / 3) * 4;
	for (let at = 0; at < base64.length; at += length)
		yield Buffer.from(base64.slice(at, at + length), 'base64');
}

/**
 * Streams a file at a public URL into n8n's binary store, where an upload can read it again for each
 * attempt and knows its size in advance.
 * @throws AiAppError kind `download`, `expired` or `too_large`
 */
export async function fetchToBinary(
	ports: FetchPorts & { readonly ctx: IExecuteFunctions },
	url: string,
	maxBytes: number,
): Promise<StoredSource> {
	const { ctx, http, clock, sink, ownHosts, signal } = ports;
	const stored = await downloadFile(
		{ http, clock, sink },
		{
			url,
			fileName: undefined,
			mimeType: undefined,
			maxBytes,
			ownHosts,
			deadline: deadlineIn(clock, TRANSFER_TIMEOUT_MS),
			signal,
			about: { reason: 'fileToUpload', cost: 'free', given: url },
			expiresAt: undefined,
		},
	);
	return storedSource(ctx, stored, 'file');
}
