import type { Credentials } from './credentials.mts';

/** A PUT request as far as signatures see it. */
export type SignedRequest = {
	/** As sent: percent-encoded, without a query. */
	readonly path: string;
	readonly bucket: string;
	/** Decoded. */
	readonly objectKey: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
};

/** The named groups of a scheme's Authorization header. */
export type AuthorizationHeader = {
	readonly id: string;
	readonly region?: string;
	/** Names of signed headers, separated by semicolons. */
	readonly headers?: string;
};

/** One way to sign a request by header. */
export type SignatureScheme = {
	/** What its Authorization header looks like; the groups are those of `AuthorizationHeader`. */
	readonly pattern: RegExp;
	/** Values that headers must have, beside date and security token. */
	readonly requiredHeaders: Readonly<Record<string, RegExp>>;
	readonly tokenHeader: string;
	/** When the request says it was signed, in epoch milliseconds; NaN when it does not. */
	signedAt(headers: SignedRequest['headers']): number;
	/** The Authorization header that the owner of the credentials would have sent. */
	authorization(
		request: SignedRequest,
		sent: AuthorizationHeader,
		owner: Credentials,
	): Promise<string>;
};

/** Reads a date of the form `20260114T025335Z`; NaN for anything else. */
export function parseCompactDate(text = ''): number {
	const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
	return form.test(text) ? Date.parse(text.replace(form, '$1-$2-$3T$4:$5:$6Z')) : NaN;
}

/** The region without the `oss-` in front, as signatures want it. */
export function signingRegion({ region }: Credentials): string {
	return region.replace(/^oss-/, '');
}
