import { basename } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { parseOutputName } from '../storage/outputNames.mts';
import type { Operation } from './requestLog.mts';

/** The app and the task that a request is about, as far as known before it is processed. */
export type Subject = { readonly appId?: number; readonly requestId?: string };

export type TaskLookup = { find(requestId: string): { readonly appId: number } | undefined };

type RouteParameters = {
	readonly requestId?: string;
	readonly webAppId?: string;
	/** The path of a file. */
	readonly '*'?: string;
};

/** The operation of the request's route; undefined when there is no route. */
export function operationOf(request: FastifyRequest): Operation | undefined {
	return (request.routeOptions.config as { operation?: Operation }).operation;
}

/** Reads the subject from URL and body. */
export function subjectOf(request: FastifyRequest, tasks: TaskLookup): Subject {
	const { webAppId, ...params } = (request.params ?? {}) as RouteParameters;
	const fileName = basename(params['*'] ?? '');
	const requestId = params.requestId ?? parseOutputName(fileName)?.requestId;
	const task = requestId === undefined ? undefined : tasks.find(requestId);
	const appId = task?.appId ?? (Number(webAppId ?? bodyAppId(request.body)) || undefined);
	return { requestId, appId };
}

function bodyAppId(body: unknown): unknown {
	return (body as { web_app_id?: unknown } | undefined)?.web_app_id;
}
