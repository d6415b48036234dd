import { AiAppError } from '../errors/AiAppError';
import type { FileSource } from '../ports';

/**
 * How far a body is: `unread` before the request asks for it, `waiting` for the source, `sending`
 * its bytes, `complete`. Or why it failed: the source is `broken`, or hasn't the size that it
 * should have.
 */
export type BodyState = 'unread' | 'waiting' | 'sending' | 'complete' | 'broken' | 'wrongSize';

/**
 * The bytes of a file for one request. The source is opened when the first byte is requested. The
 * last chunk is sent only if the source has the expected size, so that no storage ever contains a
 * damaged file as a whole one. Anything else throws, so that the request fails instead of waiting for
 * the rest.
 * @param onChunk called for each chunk that is sent
 */
export function createFileBody(file: FileSource, onChunk: (isLast: boolean) => void) {
	let state: BodyState = 'unread';

	async function* read(): AsyncGenerator<Uint8Array, void> {
		let size = 0;
		let last: Uint8Array | undefined;
		state = 'waiting';
		try {
			for await (const chunk of await file.open()) {
				size += chunk.length;
				if (size > file.size) break;
				state = 'sending';
				if (last) yield sent(last, false);
				last = chunk;
				state = 'waiting';
			}
			state = size === file.size ? 'complete' : 'wrongSize';
			if (state === 'wrongSize') throw new AiAppError('upload', 'the file has another size');
			if (last) yield sent(last, true);
		} finally {
			if (state === 'waiting') state = 'broken';
		}
	}

	function sent(chunk: Uint8Array, isLast: boolean): Uint8Array {
		onChunk(isLast);
		return chunk;
	}

	const chunks = read();
	/** Closes the source if the body isn't read to its end. */
	const close = () => void chunks.return();
	return { chunks, state: (): BodyState => state, close };
}
