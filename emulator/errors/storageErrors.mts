/** An error of the storage. */
export type StorageError = {
	readonly httpStatus: number;
	readonly code: string;
	readonly message: string;
};

/** By its cause: HTTP status, code and message, as in the vendor's error reference. */
const ERRORS = {
	noSuchKey: '404 NoSuchKey The specified key does not exist.',
	linkExpired: '403 AccessDenied Request has expired.',
	noLength: '411 MissingContentLength You must provide the Content-Length HTTP header.',
	anonymous: '403 AccessDenied Anonymous access is forbidden for this operation.',
	unknownScheme: '400 InvalidArgument The authorization header is of no known form.',
	missingHeader: '400 InvalidArgument A header is missing or not supported.',
	noDate: '403 AccessDenied Authentication requires a valid date.',
	skewedDate: '403 RequestTimeTooSkewed The request time is too far from the current time.',
	/** Also sent when temporary credentials are used without their security token. */
	unknownAccessKey: '403 InvalidAccessKeyId The access key id you provided does not exist.',
	wrongSecurityToken: '403 InvalidSecurityToken The security token you provided is invalid.',
	expiredCredentials: '403 SecurityTokenExpired The security token you provided has expired.',
	wrongSignature: '403 SignatureDoesNotMatch The signature we calculated is another one.',
	/** Credentials only allow to put the object that they were issued for. */
	foreignObject: '403 AccessDenied You have no right to access this object.',
	wrongDigest: '400 InvalidDigest The digest you specified is not that of the body.',
	wrongLength: '400 IncompleteBody The body is not as long as its Content-Length says.',
	invalidName: '400 InvalidObjectName The specified object is not valid.',
	unreadable: '400 InvalidArgument The request cannot be read.',
	internal: '500 InternalError The storage failed.',
	noMethod: '405 MethodNotAllowed The specified method is not allowed against this resource.',
	noCors: '403 AccessForbidden CORSResponse: CORS is not enabled for this bucket.',
} as const;

export function storageError(cause: keyof typeof ERRORS): StorageError {
	const [status, code = '', ...words] = ERRORS[cause].split(' ');
	return { httpStatus: Number(status), code, message: words.join(' ') };
}

/** For methods other than GET, HEAD and PUT. */
export function methodError(method: string, isSigned: boolean): StorageError {
	if (method === 'OPTIONS') return storageError('noCors');
	if (method !== 'DELETE' && method !== 'POST') return storageError('noMethod');
	return storageError(isSigned ? 'foreignObject' : 'anonymous');
}
