import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { INVALID_PARAMETER, invalidParameter, RECORD_NOT_FOUND } from '../errors/errorCodes.mts';
import { envelope, keyRoute, sendError } from './answers.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';
import type { Credentials, InputResource } from '../storage/uploads.mts';
import { serviceTime } from '../time/serviceTime.mts';

type TokenRoute = { Querystring: { file_name?: string; file_type?: string } };
type CommitRoute = { Body: { name?: unknown; object_key?: unknown } | undefined };
type ListRoute = { Querystring: { current?: string; page_size?: string } };

/** Values of `file_type` that select the folder of the upload; the first one is the default. */
const FOLDERS = ['inputs_temp', 'inputs'];
const PAGE_SIZE = 20;

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

/** Commit and list, on the metadata host (spec: commit input resource). */
export function resourceRoutes(app: FastifyInstance): void {
	const [commit, list] = [keyRoute('commit'), keyRoute('list')];
	app.post<CommitRoute>('/v1/input_resource/commit', commit, async (request, reply) => {
		const { addresses, objects, resources } = serviceOf(request);
		const { name, object_key: objectKey } = request.body ?? {};
		if (typeof objectKey !== 'string' || typeof name !== 'string' || !extname(name)) {
			return sendError(reply, INVALID_PARAMETER);
		}
		const found = objects.find(objectKey);
		if (!found) return sendError(reply, RECORD_NOT_FOUND);
		return envelope(resourceRecord(resources.commit(name, objectKey), addresses.storage));
	});
	app.get<ListRoute>('/v1/input_resource', list, async (request, reply) => {
		const { addresses, resources } = serviceOf(request);
		const { query } = request;
		const [current, size] = [Number(query.current), Number(query.page_size ?? PAGE_SIZE)];
		if (!isCount(current)) return sendError(reply, invalidParameter('Current'));
		if (!isCount(size)) return sendError(reply, invalidParameter('PageSize'));
		const all = resources.all();
		const shown = all.slice((current - 1) * size, current * size);
		const records = shown.map((resource) => resourceRecord(resource, addresses.storage));
		return envelope({ list: records, total: all.length, current, page_size: size });
	});
}

function isCount(value: number): boolean {
	return Number.isInteger(value) && value > 0;
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
