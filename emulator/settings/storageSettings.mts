/** What upload tokens say of the storage. */
export type StorageSettings = {
	/** As the client gets it, with or without a scheme; this emulator's storage where left out. */
	readonly endpoint?: string;
	readonly bucket: string;
	readonly region: string;
};

export const DEFAULT_STORAGE_SETTINGS: StorageSettings = {
	bucket: 'emulator-bucket',
	region: 'oss-cn-shanghai',
};
