/** The vendor's own signing functions; ali-oss ships no types. */
declare module 'ali-oss/lib/common/signUtils.js' {
	type Headers = Readonly<Record<string, string>>;

	const signUtils: {
		buildCanonicalString(
			method: string,
			resource: string,
			request: { readonly headers: Headers },
			date?: string,
		): string;
		authorization(accessKeyId: string, accessKeySecret: string, canonicalString: string): string;
		authorizationV4(
			accessKeyId: string,
			accessKeySecret: string,
			region: string,
			method: string,
			request: { readonly headers: Headers },
			bucket: string,
			objectKey: string,
			additionalHeaders: readonly string[],
		): string;
	};
	export default signUtils;
}
