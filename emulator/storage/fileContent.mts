import type { Readable } from 'node:stream';

/** A file too big to be held in memory: `size` in bytes, a fresh stream at each `open`. */
export type StreamedFile = { readonly size: number; open(): Readable };

/** The content of a file. */
export type FileContent = Buffer | StreamedFile;
