import { AiAppError } from '../errors/AiAppError';
import type { ByteStream, FileSource } from '../ports';
import { say } from '../parsing/say';

/**
 * How far a body has come: `waiting` for the source, `sending` what it gave, `complete`; or why it
 * ended otherwise: the source is `broken`, or is `short` of its size or too `long` for it.
 */
export type BodyState = 'unread' | 'waiting' | 'sending' | 'complete' | 'broken' | 'short' | 'long';

export type FileBody = {
	readonly chunks: ByteStream;
	readonly state: () => BodyState;
	/** Lets go of the source when the body is not read to its end. */
	readonly close: () => void;
};

/**
 * The bytes of a file for one request. The source is opened when the first byte is asked for. The
 * last chunk is handed over only when the source has ended with the announced size, so that no
 * storage ever holds a whole file that is not one; anything else ends in a throw, so that the request
 * breaks off instead of waiting for the rest.
 * @param onChunk told of each chunk that is handed over
 */
export function createFileBody(file: FileSource, onChunk: (isLast: boolean) => void): FileBody {
	let state: BodyState = 'unread';

	async function* read(): AsyncGenerator<Uint8Array, void> {
		let size = 0;
		let held: Uint8Array | undefined;
		state = 'waiting';
		try {
			for await (const chunk of await file.open()) {
				size += chunk.length;
				if (size > file.size) throw wrongSize((state = 'long'));
				state = 'sending';
				if (held) yield handedOver(held, false);
				held = chunk;
				state = 'waiting';
			}
			if (size < file.size) throw wrongSize((state = 'short'));
			state = 'complete';
			if (held) yield handedOver(held, true);
		} finally {
			if (state === 'waiting') state = 'broken';
		}
	}

	function handedOver(chunk: Uint8Array, isLast: boolean): Uint8Array {
		onChunk(isLast);
		return chunk;
	}

	const chunks = read();
	return { chunks, state: () => state, close: () => void chunks.return() };
}

function wrongSize(state: BodyState): AiAppError {
	return new AiAppError('upload', say`the file is too ${state}`);
}
