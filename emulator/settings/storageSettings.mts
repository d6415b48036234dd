/** What upload tokens say of the storage. */
export type StorageSetup = {
	/** As the client gets it, with or without a scheme; this emulator's storage where left out. */
	readonly endpoint?: string;
	readonly bucket: string;
	readonly region: string;
};

export const STORAGE_SETUP: StorageSetup = {
	bucket: 'emulator-bucket',
	region: 'oss-cn-shanghai',
};
