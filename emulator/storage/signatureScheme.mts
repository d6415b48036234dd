import type { Credentials } from './credentials.mts';

/** The parts of a PUT request that signatures cover. */
export type SignedRequest = {
	/** As sent: percent-encoded, without a query. */
	readonly path: string;
	readonly bucket: string;
	/** Decoded. */
	readonly objectKey: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
};

/** The parts of an Authorization header. */
export type AuthorizationHeader = {
	readonly id: string;
	readonly region?: string;
	/** Names of signed headers, separated by semicolons. */
	readonly headers?: string;
};

/** One way to sign a request by header. */
export type SignatureScheme = {
	/** Matches its Authorization header; the named groups are those of `AuthorizationHeader`. */
	readonly pattern: RegExp;
	/** Required headers and their values, besides date and security token. */
	readonly requiredHeaders: Readonly<Record<string, RegExp>>;
	readonly tokenHeader: string;
	/** The time of signing that the request states (epoch ms); NaN without one. */
	signedAt(headers: SignedRequest['headers']): number;
	/** Computes the Authorization header from the credentials; `sent` says which headers to sign. */
	authorization(
		request: SignedRequest,
		sent: AuthorizationHeader,
		owner: Credentials,
	): Promise<string>;
};

/** Parses a date like `20260114T025335Z`; NaN for anything else. */
export function parseCompactDate(text = ''): number {
	const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
	return form.test(text) ? Date.parse(text.replace(form, '$1-$2-$3T$4:$5:$6Z')) : NaN;
}

/** The region as signatures need it: without the leading `oss-`. */
export function signingRegion({ region }: Credentials): string {
	return region.replace(/^oss-/, '');
}
