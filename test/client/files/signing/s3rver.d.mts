/** An S3-compatible server that verifies signatures; it ships no types. */
declare module '@20minutes/s3rver' {
	import type { AddressInfo } from 'node:net';

	export default class S3rver {
		constructor(options: {
			readonly address: string;
			readonly port: number;
			readonly silent: boolean;
			readonly directory: string;
			readonly configureBuckets: ReadonlyArray<{ readonly name: string }>;
		});
		run(): Promise<AddressInfo>;
		close(): Promise<void>;
	}
}
