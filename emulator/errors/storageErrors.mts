/** A request that storage turns down, in the words of the vendor's error reference. */
export type StorageRefusal = {
	readonly httpStatus: number;
	readonly code: string;
	readonly message: string;
};

export const NO_SUCH_KEY = refusal(404, 'NoSuchKey', 'The specified key does not exist.');
export const LINK_EXPIRED = refusal(403, 'AccessDenied', 'Request has expired.');

export const NO_LENGTH = refusal(
	411,
	'MissingContentLength',
	'You must provide the Content-Length HTTP header.',
);
export const ANONYMOUS = refusal(
	403,
	'AccessDenied',
	'Anonymous access is forbidden for this operation.',
);
export const UNKNOWN_SCHEME = refusal(
	400,
	'InvalidArgument',
	'The authorization header is of no known form.',
);
export const NO_DATE = refusal(403, 'AccessDenied', 'Authentication requires a valid date.');
export const SKEWED_DATE = refusal(
	403,
	'RequestTimeTooSkewed',
	'The difference between the request time and the current time is too large.',
);
/** Also the answer to temporary credentials that come without their security token. */
export const UNKNOWN_ACCESS_KEY = refusal(
	403,
	'InvalidAccessKeyId',
	'The access key id you provided does not exist in our records.',
);
export const WRONG_SECURITY_TOKEN = refusal(
	403,
	'InvalidSecurityToken',
	'The security token you provided is invalid.',
);
export const EXPIRED_CREDENTIALS = refusal(
	403,
	'SecurityTokenExpired',
	'The security token you provided has expired.',
);
export const WRONG_SIGNATURE = refusal(
	403,
	'SignatureDoesNotMatch',
	'The request signature we calculated does not match the signature you provided.',
);
/** Credentials are good for putting the object that they were issued for, and for nothing else. */
export const FOREIGN_OBJECT = refusal(
	403,
	'AccessDenied',
	'You have no right to access this object because of bucket acl.',
);
export const WRONG_DIGEST = refusal(
	400,
	'InvalidDigest',
	'The digest you specified is not that of the body.',
);

export const WRONG_LENGTH = refusal(
	400,
	'IncompleteBody',
	'The body is not as long as its Content-Length says.',
);

export const INVALID_NAME = refusal(400, 'InvalidObjectName', 'The specified object is not valid.');
export const UNREADABLE = refusal(400, 'InvalidArgument', 'The request cannot be read.');
export const INTERNAL_ERROR = refusal(500, 'InternalError', 'The storage failed.');

const NO_METHOD = refusal(
	405,
	'MethodNotAllowed',
	'The specified method is not allowed against this resource.',
);
const NO_CORS = refusal(
	403,
	'AccessForbidden',
	'CORSResponse: CORS is not enabled for this bucket.',
);

/** The refusal of a method other than those that read and put objects. */
export function methodRefusal(method: string, isSigned: boolean): StorageRefusal {
	if (method === 'OPTIONS') return NO_CORS;
	if (method !== 'DELETE' && method !== 'POST') return NO_METHOD;
	return isSigned ? FOREIGN_OBJECT : ANONYMOUS;
}

/** The refusal of a request without a header that its signature scheme demands. */
export function missingHeader(name: string): StorageRefusal {
	return refusal(400, 'InvalidArgument', `The header ${name} is missing or not supported.`);
}

function refusal(httpStatus: number, code: string, message: string): StorageRefusal {
	return { httpStatus, code, message };
}
