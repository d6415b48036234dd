/** What upload tokens say about the storage. */
export type StorageSettings = {
	/** As sent to the client, with or without a scheme; the emulator's own storage by default. */
	readonly endpoint?: string;
	readonly bucket: string;
	readonly region: string;
};

export const DEFAULT_STORAGE_SETTINGS: StorageSettings = {
	bucket: 'emulator-bucket',
	region: 'oss-cn-shanghai',
};
