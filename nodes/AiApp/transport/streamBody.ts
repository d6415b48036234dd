import type { ByteStream } from '../../../client/index';

/**
 * A stream in a form that n8n's HTTP library accepts with its length and without node:stream: that of
 * a Blob, whose bytes are read once.
 */
export function streamedBlob(stream: ByteStream, size: number, type = ''): object {
	return { [Symbol.toStringTag]: 'Blob', size, type, stream: () => stream };
}
