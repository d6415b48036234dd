/** An error of the storage, as in the vendor's error reference. */
export type StorageError = {
	readonly httpStatus: number;
	readonly code: string;
	readonly message: string;
};

export const NO_SUCH_KEY = storageError(404, 'NoSuchKey', 'The specified key does not exist.');
export const LINK_EXPIRED = storageError(403, 'AccessDenied', 'Request has expired.');

export const NO_LENGTH = storageError(
	411,
	'MissingContentLength',
	'You must provide the Content-Length HTTP header.',
);
export const ANONYMOUS = storageError(
	403,
	'AccessDenied',
	'Anonymous access is forbidden for this operation.',
);
export const UNKNOWN_SCHEME = storageError(
	400,
	'InvalidArgument',
	'The authorization header is of no known form.',
);
export const NO_DATE = storageError(403, 'AccessDenied', 'Authentication requires a valid date.');
export const SKEWED_DATE = storageError(
	403,
	'RequestTimeTooSkewed',
	'The difference between the request time and the current time is too large.',
);
/** Also sent when temporary credentials are used without their security token. */
export const UNKNOWN_ACCESS_KEY = storageError(
	403,
	'InvalidAccessKeyId',
	'The access key id you provided does not exist in our records.',
);
export const WRONG_SECURITY_TOKEN = storageError(
	403,
	'InvalidSecurityToken',
	'The security token you provided is invalid.',
);
export const EXPIRED_CREDENTIALS = storageError(
	403,
	'SecurityTokenExpired',
	'The security token you provided has expired.',
);
export const WRONG_SIGNATURE = storageError(
	403,
	'SignatureDoesNotMatch',
	'The request signature we calculated does not match the signature you provided.',
);
/** Credentials only allow to put the object that they were issued for. */
export const FOREIGN_OBJECT = storageError(
	403,
	'AccessDenied',
	'You have no right to access this object because of bucket acl.',
);
export const WRONG_DIGEST = storageError(
	400,
	'InvalidDigest',
	'The digest you specified is not that of the body.',
);

export const WRONG_LENGTH = storageError(
	400,
	'IncompleteBody',
	'The body is not as long as its Content-Length says.',
);

export const INVALID_NAME = storageError(
	400,
	'InvalidObjectName',
	'The specified object is not valid.',
);
export const UNREADABLE = storageError(400, 'InvalidArgument', 'The request cannot be read.');
export const INTERNAL_ERROR = storageError(500, 'InternalError', 'The storage failed.');

const NO_METHOD = storageError(
	405,
	'MethodNotAllowed',
	'The specified method is not allowed against this resource.',
);
const NO_CORS = storageError(
	403,
	'AccessForbidden',
	'CORSResponse: CORS is not enabled for this bucket.',
);

/** For methods other than GET, HEAD and PUT. */
export function methodError(method: string, isSigned: boolean): StorageError {
	if (method === 'OPTIONS') return NO_CORS;
	if (method !== 'DELETE' && method !== 'POST') return NO_METHOD;
	return isSigned ? FOREIGN_OBJECT : ANONYMOUS;
}

/** For a request without a header that its signature scheme requires. */
export function missingHeader(name: string): StorageError {
	return storageError(400, 'InvalidArgument', `The header ${name} is missing or not supported.`);
}

function storageError(httpStatus: number, code: string, message: string): StorageError {
	return { httpStatus, code, message };
}
