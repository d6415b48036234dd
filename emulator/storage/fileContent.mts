import type { Readable } from 'node:stream';

/** A file too big for memory; each `open` returns a new stream. */
export type StreamedFile = { readonly size: number; open(): Readable };

export type FileContent = Buffer | StreamedFile;
