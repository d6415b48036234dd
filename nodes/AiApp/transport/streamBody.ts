import type { ByteStream } from '../../../client/index';

/**
 * A stream in the form in which n8n's HTTP library takes one with its length and without node:stream:
 * that of a Blob, whose bytes it asks for once.
 */
export function streamedBlob(stream: ByteStream, size: number, type = ''): object {
	return { [Symbol.toStringTag]: 'Blob', size, type, stream: () => stream };
}
