/** Where files come from and go to. */

/** A body that is read once, chunk by chunk. */
export type ByteStream = AsyncIterable<Uint8Array>;

export type FileSource = {
	readonly name: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Its first bytes, if they were read: its name follows them. */
	readonly begin?: Uint8Array;
	/** Equal for equal files, so that each is sent once. */
	readonly identity: string;
	/** A new stream for each attempt, in pieces of about `chunkBytes` bytes. */
	readonly open: (chunkBytes?: number) => Promise<ByteStream>;
};

export type FileToSave = {
	readonly stream: ByteStream;
	readonly fileName: string;
	readonly mimeType: string;
	/** Counted as bytes arrive. Beyond it, nothing more is read and nothing is kept. */
	readonly maxBytes: number;
	/** Called with the size of each chunk that arrives. */
	readonly onChunk: (bytes: number) => void;
};

export type Saved<File> =
	| { readonly file: File; readonly arrived: number; readonly stored: number }
	| 'tooLarge'
	/** The store does not take it, for this reason. */
	| { readonly refused: string };

/** Where finished files go; `save` rejects when the stream breaks. */
export type FileSink<File> = {
	readonly save: (file: FileToSave) => Promise<Saved<File>>;
};
