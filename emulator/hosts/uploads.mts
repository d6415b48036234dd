import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, RECORD_NOT_FOUND } from '../errors/errorCodes.mts';
import { envelope, keyRoute, sendError } from './answers.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { Credentials, InputResource } from '../storage/uploads.mts';
import { serviceTime } from '../time/serviceTime.mts';

type TokenRoute = { Querystring: { file_name?: string; file_type?: string } };
type CommitRoute = { Body: { name?: unknown; object_key?: unknown } | undefined };

/** Values of `file_type` that select the folder of the upload; the first one is the default. */
const FOLDERS = ['inputs_temp', 'inputs'];

/** Upload credentials, on the main host (spec: get upload credentials). */
export function tokenRoute(app: FastifyInstance): void {
	app.get<TokenRoute>('/v1/upload/token', keyRoute('token'), async (request, reply) => {
		const { query } = request;
		const service = serviceOf(request);
		const ext = extname(query.file_name ?? '').slice(1);
		if (!ext || ext.includes('/')) return sendError(reply, INVALID_PARAMETER);
		const { clock, credentials, storageSettings } = service;
		const { bucket, region, endpoint = service.addresses.storage } = storageSettings.current();
		const objectKey = newKey(query.file_type, ext, clock.now());
		const issued = credentials.issue({ bucket, region, objectKey });
		return envelope(tokenRecord(issued, endpoint, service));
	});
}

function newKey(fileType: string | undefined, ext: string, now: number): string {
	const folder = FOLDERS.find((name) => name === fileType) ?? FOLDERS[0];
	const day = serviceTime(now).slice(0, 10).replaceAll('-', '');
	return `${folder}/${day}/${randomBytes(16).toString('hex')}.${ext}`;
}

/** Commit, on the metadata host (spec: commit input resource). */
export function resourceRoutes(app: FastifyInstance): void {
	app.post<CommitRoute>('/v1/input_resource/commit', keyRoute('commit'), async (request, reply) => {
		const { addresses, objects, resources } = serviceOf(request);
		const { name, object_key: objectKey } = request.body ?? {};
		if (typeof objectKey !== 'string' || typeof name !== 'string' || !extname(name)) {
			return sendError(reply, INVALID_PARAMETER);
		}
		const found = objects.find(objectKey);
		if (!found) return sendError(reply, RECORD_NOT_FOUND);
		return envelope(resourceRecord(resources.commit(name, objectKey), addresses.storage));
	});
}

/** The `data` of an upload token (spec: upload credentials). */
function tokenRecord(
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
function resourceRecord({ id, name, ext, objectKey }: InputResource, storageUrl: string): object {
	return { id, name, ext, url: `${storageUrl}/${objectKey}` };
}
