/** Where a file is to be stored, as the upload credentials name it (spec: Upload credentials). */
export type StorageTarget = {
	/** A host, with or without scheme; https where none is given. */
	readonly endpoint: string;
	readonly bucket: string;
	readonly region: string;
	readonly objectKey: string;
};

export type StorageCredentials = {
	readonly accessKeyId: string;
	readonly accessKeySecret: string;
	readonly securityToken: string | undefined;
};

/** A simple object upload whose bytes are not part of the signature, so that they can be streamed. */
export type PutToSign = {
	readonly target: StorageTarget;
	readonly credentials: StorageCredentials;
	/** Sent and signed: the storage keeps it as the type of the file. */
	readonly contentType: string;
	/** Milliseconds since 1970. */
	readonly now: number;
};

export type SignedPut = {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
};

export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
