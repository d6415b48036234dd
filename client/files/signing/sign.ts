import { signOssV1 } from './ossV1';
import { signOssV4 } from './ossV4';
import type { PutToSign, SignedPut } from './types';
import { signS3 } from './s3';

const SIGNERS = {
	ossV4: signOssV4,
	ossV1: signOssV1,
	s3: signS3,
} as const satisfies Record<string, (put: PutToSign) => SignedPut>;

/** How a storage wants to be asked: Alibaba Cloud OSS (version 4 or 1) or S3 (AWS Signature V4). */
export type SigningScheme = keyof typeof SIGNERS;

export const DEFAULT_SIGNING_SCHEME: SigningScheme = 'ossV4';

/**
 * The URL and headers of an upload, signed for the time at which it is sent.
 * @throws AiAppError kind `upload` if the storage has no valid URL
 */
export function signPut(scheme: SigningScheme, put: PutToSign): SignedPut {
	return SIGNERS[scheme](put);
}
