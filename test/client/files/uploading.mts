import { createClient } from '../../../client/client';
import type { Clock, FileSource, Http } from '../../../client/ports';
import type { UploadOptions } from '../../../client/files/upload';
import type { UploadedFile } from '../../../client/files/uploadedFile';
import { inAnHour } from '../deadlines.mts';
import { HEADER_PREFIX, type Service } from '../service.mts';

export type CountedFile = FileSource & {
	/** How often it was opened, and how many of its streams were closed before their end. */
	readonly counts: { opened: number; leftEarly: number };
};

type FileOptions = Partial<Omit<FileSource, 'open'>> & { readonly chunks?: readonly string[] };

/** A file with the given chunks; its size is theirs unless another one is given. */
export function createFile({
	chunks = ['a red ', 'kite'],
	...about
}: FileOptions = {}): CountedFile {
	const counts = { opened: 0, leftEarly: 0 };

	async function* read(): AsyncGenerator<Uint8Array> {
		let atEnd = false;
		try {
			for (const chunk of chunks) yield Buffer.from(chunk);
			atEnd = true;
		} finally {
			if (!atEnd) counts.leftEarly += 1;
		}
	}

	return {
		name: 'kite.png',
		mimeType: 'image/png',
		size: Buffer.byteLength(chunks.join('')),
		identity: 'file-1',
		counts,
		...about,
		async open() {
			counts.opened += 1;
			return read();
		},
	};
}

export type UploadSettings = Partial<UploadOptions> & {
	readonly signal?: AbortSignal;
	readonly clock?: Clock;
	/** A storage of the test's own. */
	readonly put?: Http['put'];
	/** Of the service, as the credential has it; https is encrypted in front of the emulator. */
	readonly baseUrl?: string;
};

/** Uploads to the emulator, whose storage counts as the user's own host. */
export function upload(
	{ emulator, ...service }: Service,
	file: FileSource = createFile(),
	{
		signal,
		clock = service.clock,
		put = service.http.put,
		baseUrl = emulator.apiUrl,
		...options
	}: UploadSettings = {},
): Promise<UploadedFile> {
	const call: Http['call'] = (request) =>
		service.http.call({ ...request, url: request.url.replace(/^https:/, 'http:') });
	const client = createClient(
		{ ...service.http, call, put },
		{ baseUrl, metadataUrl: emulator.metaUrl, headerPrefix: HEADER_PREFIX },
	);
	const how = {
		scheme: 'ossV4',
		fileType: 'inputs_temp',
		storageUrl: undefined,
		ownHosts: [new URL(emulator.storageUrl).host],
		...options,
	} as const;
	return client.upload(clock, how)(file, inAnHour({ clock }), signal);
}

/** The storage's object at a URL. */
export async function stored(service: Service, url: string): Promise<Buffer> {
	const answer = await service.http.open({ url, timeoutMs: 10_000, idleMs: 10_000 });
	if ('noAnswer' in answer) throw new Error(answer.reason);
	const chunks: Uint8Array[] = [];
	for await (const chunk of answer.stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
