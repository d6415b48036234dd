import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Answer, Visit } from '../visit.mts';
import { signOssV4, type Signer } from './signers.mts';
import type { UploadToken } from './uploadToken.mts';

export type PutAnswer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
	/** The error code of an XML body. */
	readonly code?: string;
};

type Headers = Readonly<Record<string, string | undefined>>;
type Body = string | Buffer | Readable;

export const CONTENT = Buffer.from('not much of a picture');

/** Asks for upload credentials. */
export async function tokenOf(visit: Visit, fileName = 'photo.png'): Promise<UploadToken> {
	const query = new URLSearchParams({ file_name: fileName, file_type: 'inputs_temp' });
	const answer = await visit.send('GET', `${visit.emulator.apiUrl}/v1/upload/token?${query}`);
	return (answer.body as { data: UploadToken }).data;
}

/** The URL of the token's object in path style. */
export function putUrl({ file, storage }: UploadToken): string {
	return `${storage.endpoint}/${storage.bucket}/${encodeURI(file.object_key)}`;
}

/** Sends the given PUT; headers that are undefined are left out, the length included. */
export async function put(url: string, headers: Headers, body: Body = CONTENT): Promise<PutAnswer> {
	const length = Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {};
	const all: Headers = { ...length, ...headers };
	const sent = Object.entries(all).filter(([, value]) => value !== undefined);
	const sending = request(url, { method: 'PUT', agent: false });
	for (const [name, value] of sent) sending.setHeader(name, String(value));
	const answering = once(sending, 'response') as Promise<[IncomingMessage]>;
	const source = body instanceof Readable ? body : Readable.from([body]);
	// A refusal may arrive before the whole body is sent; the response has the reason.
	void pipeline(source, sending).catch(() => {});
	const [response] = await answering;
	const words = await text(response);
	const code = /<Code>(\w+)<\/Code>/.exec(words)?.[1];
	return { status: response.statusCode ?? 0, headers: response.headers, text: words, code };
}

/** A refusal in the vendor's XML, as `put` returns it. */
export function xmlRefusal(status: number, code: string): object {
	const words = [`<Code>${code}</Code>`, '<Message>', '<RequestId>'];
	const text = expect.stringMatching(words.join('.*'));
	return { status, text, headers: { 'content-type': 'application/xml' } };
}

/** Registers a stored object under a name. */
export function commit(visit: Visit, objectKey: string, name = 'photo.png'): Promise<Answer> {
	const url = `${visit.emulator.metaUrl}/v1/input_resource/commit`;
	return visit.send('POST', url, { body: { name, object_key: objectKey } });
}

/** Token, PUT and commit; returns the URL to use as an input value. */
export async function upload(
	visit: Visit,
	fileName: string,
	content: Buffer,
	sign: Signer = signOssV4,
): Promise<string> {
	const token = await tokenOf(visit, fileName);
	const answer = await put(putUrl(token), await sign(token, visit.clock.now()), content);
	expect(answer.status).toBe(200);
	const { body } = await commit(visit, token.file.object_key, fileName);
	return (body as { data: { url: string } }).data.url;
}
