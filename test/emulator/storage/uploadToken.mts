/** The `data` of an upload token. */
export type UploadToken = {
	readonly file: {
		readonly object_key: string;
		readonly access_key_id: string;
		readonly access_key_secret: string;
		readonly security_token: string;
		readonly expiration: string;
	};
	readonly access_url?: string;
	readonly storage: { readonly endpoint: string; readonly bucket: string; readonly region: string };
};
