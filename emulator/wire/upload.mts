import type { Service } from '../service/service.mts';
import type { Credentials } from '../storage/credentials.mts';
import type { InputResource } from '../storage/resources.mts';

/** The `data` of an upload token (spec: upload credentials). */
export function tokenRecord(
	issued: Credentials,
	endpoint: string,
	{ addresses, quirks }: Service,
): object {
	return {
		file: {
			object_key: issued.objectKey,
			access_key_id: issued.accessKeyId,
			access_key_secret: issued.accessKeySecret,
			security_token: issued.securityToken,
			...(quirks.extraFields && { expiration: new Date(issued.expiresAt).toISOString() }),
		},
		// Recorded responses have it here and not in `file`.
		...(quirks.accessUrl && { access_url: `${addresses.storage}/${issued.objectKey}` }),
		storage: { endpoint, bucket: issued.bucket, region: issued.region },
	};
}

/** The `data` of a commit (spec: input resource). */
export function resourceRecord(
	{ id, name, ext, objectKey }: InputResource,
	storageUrl: string,
): object {
	return { id, name, ext, url: `${storageUrl}/${objectKey}` };
}
