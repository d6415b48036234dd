/** Ways to be kinder than the worst that was seen of the service; all are off by default. */
export type Kindness = {
	/** Status queries find a task as soon as it is created. */
	readonly knownAtOnce: boolean;
	/** Records of ended tasks carry `ended_at`. */
	readonly endedAt: boolean;
	/** Storage names the true media type instead of application/octet-stream. */
	readonly contentTypes: boolean;
	/** Error codes are integers instead of strings. */
	readonly numericCodes: boolean;
	/** Status records carry `request_id`. */
	readonly requestIdInStatus: boolean;
	/** Approved outputs carry `audit_status`. */
	readonly auditStatus: boolean;
	/** Status records carry the billed seconds at the top level. */
	readonly inferenceSeconds: boolean;
	/** Upload tokens carry the public address of the file to come. */
	readonly accessUrl: boolean;
	/** The wallet tells of more than the gift balance. */
	readonly fullWallet: boolean;
	/** Creates of models answer as they are documented, with the bare id. */
	readonly bareModelIds: boolean;
};

export const WORST_CASE: Kindness = {
	knownAtOnce: false,
	endedAt: false,
	contentTypes: false,
	numericCodes: false,
	requestIdInStatus: false,
	auditStatus: false,
	inferenceSeconds: false,
	accessUrl: false,
	fullWallet: false,
	bareModelIds: false,
};
