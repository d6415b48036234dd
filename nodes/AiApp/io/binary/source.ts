import { createHash } from 'node:crypto';
import type { IExecuteFunctions, IBinaryData } from 'n8n-workflow';
import {
	deadlineIn,
	downloadFile,
	mediumOfFile,
	parseHttpUrl,
	say,
	settle,
	settleSync,
	TRANSFER_TIMEOUT_MS,
	type FileSource,
	isRecord,
	type ByteStream,
} from '../../../../client/index';
import { PanelError } from '../../words/panelError';
import { COMBINED } from '../items/taskItems';
import type { FetchPorts } from './downloadOutputs';

export type ItemFiles = {
	readonly names: readonly string[];
	/** The name of a file that an expression such as `$binary.data` returns as an object. */
	readonly nameOf: (value: unknown) => string | undefined;
	/** What a file is, by its type or its name. */
	readonly mediumOf: (binaryField: string) => ReturnType<typeof mediumOfFile>;
	/** @throws AiAppError kind `input` when n8n returns no file of that name */
	readonly recordOf: (binaryField: string) => Pick<FileSource, 'name' | 'mimeType'>;
	/** Reads it once. @throws as `recordOf`, and if n8n has lost its content */
	readonly source: (binaryField: string) => Promise<FileSource>;
};

export function itemFiles(ctx: IExecuteFunctions, itemIndex: number): ItemFiles {
	const item = ctx.getInputData()[itemIndex];
	const separate: Files = item?.binary ?? {};
	const combined = filesIn(item?.json[COMBINED]);
	const files = { ...combined, ...separate };
	const sources = new Map<string, Promise<FileSource>>();

	function stored(binaryField: string): IBinaryData {
		// JSON counts only if n8n itself confirms it: others may have written it.
		const place = Object.hasOwn(separate, binaryField)
			? binaryField
			: `${COMBINED}[${JSON.stringify(binaryField)}]`;
		const file = settleSync(() => ctx.helpers.assertBinaryData(itemIndex, place));
		if (!file.ok) throw unreadable(binaryField);
		return file.value;
	}

	async function read(binaryField: string): Promise<FileSource> {
		return storedSource(ctx, stored(binaryField), binaryField);
	}

	return {
		names: Object.keys(files),
		nameOf(value) {
			const { id } = isRecord(value) ? value : {};
			if (typeof id !== 'string') return undefined;
			return Object.keys(files).find((name) => files[name]?.id === id);
		},
		mediumOf(binaryField) {
			const file = files[binaryField];
			return mediumOfFile(textIn(file?.fileName), textIn(file?.mimeType));
		},
		recordOf(binaryField) {
			return named(stored(binaryField), binaryField);
		},
		source(binaryField) {
			const source = sources.get(binaryField) ?? read(binaryField);
			sources.set(binaryField, source);
			return source;
		},
	};
}

/** Of a file that the item names, and n8n doesn't return. */
function unreadable(binaryField: string): PanelError {
	return new PanelError(
		say`n8n couldn't read the file in the binary field "${binaryField}"`,
		'Check that the previous node returns this file, and run it again.',
	);
}

type Files = Readonly<
	Record<string, { readonly [member in 'fileName' | 'id' | 'mimeType']?: unknown }>
>;

function textIn(member: unknown): string {
	return typeof member === 'string' ? member : '';
}

function filesIn(value: unknown): Files {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(
		entries.flatMap(([name, file]) => (isRecord(file) && 'mimeType' in file ? [[name, file]] : [])),
	);
}

/** n8n reads 64 KB at a time by itself; larger pieces cost less processor time per byte. */
const CHUNK_BYTES = 512 * 1024;

function named({ fileName, mimeType }: IBinaryData, fallbackName: string) {
	return { name: fileName ?? fallbackName, mimeType };
}

/**
 * A file of n8n's binary store, to be sent. In filesystem, database and S3 modes it is streamed; in
 * memory mode it is in the item.
 */
async function storedSource(
	{ helpers }: IExecuteFunctions,
	file: IBinaryData,
	binaryField: string,
): Promise<FileSource> {
	const { id } = file;
	const { name, mimeType } = named(file, binaryField);
	// The service derives the type of a file from its extension, so equal bytes may be two files.
	const type = /\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? mimeType;
	if (id === undefined) {
		const bytes = Buffer.from(file.data, 'base64');
		const hash = createHash('sha256').update(bytes).digest('hex');
		const identity = `${hash}${type}`;
		// Not `bytes`: until the node is done, they would be in memory twice.
		const open = async () => once(Buffer.from(file.data, 'base64'));
		return { name, mimeType, size: bytes.length, identity, open };
	}
	const metadata = await settle(() => helpers.getBinaryMetadata(id));
	if (!metadata.ok) throw unreadable(binaryField);
	return {
		name,
		mimeType,
		size: metadata.value.fileSize,
		identity: `${id}${type}`,
		open: () => helpers.getBinaryStream(id, CHUNK_BYTES),
	};
}

async function* once(bytes: Uint8Array): ByteStream {
	yield bytes;
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
): Promise<FileSource> {
	const { ctx, http, clock, sink, ownHosts, signal } = ports;
	const stored = await downloadFile(
		{ http, clock, sink },
		{
			url,
			fileName: nameIn(url),
			mimeType: undefined,
			maxBytes,
			ownHosts,
			deadline: deadlineIn(clock, TRANSFER_TIMEOUT_MS),
			signal,
			about: { reason: 'fileToUpload', cost: 'free' },
			expiresAt: undefined,
		},
	);
	return storedSource(ctx, stored, nameIn(url));
}

function nameIn(url: string): string {
	return parseHttpUrl(url)?.pathname.split('/').at(-1)?.replaceAll('%20', ' ') || 'file';
}
