/** The vendor's own client, as far as tests use it; it ships no types. */
declare module 'ali-oss' {
	type Settings = {
		readonly accessKeyId: string;
		readonly accessKeySecret: string;
		readonly stsToken: string;
		readonly bucket: string;
		readonly endpoint: string;
		readonly region: string;
		refreshSTSToken(): Promise<never>;
	};

	export default class OSS {
		constructor(settings: Settings);
		put(name: string, content: Buffer): Promise<unknown>;
		delete(name: string): Promise<unknown>;
		initMultipartUpload(name: string): Promise<unknown>;
	}
}
