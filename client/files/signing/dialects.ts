/** In what the two V4 schemes differ; the steps are the same. */
export type Dialect = {
	readonly algorithm: string;
	/** Stands before the secret when the signing key is made. */
	readonly keyPrefix: string;
	readonly service: string;
	readonly terminator: string;
	/** What the header calls the list of signed header names. */
	readonly namedHeaders: string;
};

export const OSS: Dialect = {
	algorithm: 'OSS4-HMAC-SHA256',
	keyPrefix: 'aliyun_v4',
	service: 'oss',
	terminator: 'aliyun_v4_request',
	namedHeaders: 'AdditionalHeaders',
};

export const AWS: Dialect = {
	algorithm: 'AWS4-HMAC-SHA256',
	keyPrefix: 'AWS4',
	service: 's3',
	terminator: 'aws4_request',
	namedHeaders: 'SignedHeaders',
};
