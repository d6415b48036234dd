import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import {
	bearerToken,
	isRecord,
	isSameToken,
	readResultBody,
	taskHeaderPrefix,
	type ResultBody,
} from '../../../client/index';
import { callbackItem } from '../io/callbackItem';
import { readBack } from './readBack';
import { createSeenBefore } from './seenBefore';

/** What the service is answered, and the item that starts the workflow, if any. */
export type Received = {
	readonly status: 200 | 400 | 401 | 503;
	readonly message: string;
	readonly item?: INodeExecutionData;
};

/** Callbacks that are being looked into, so that a second delivery of the same waits for the first. */
const underWay = new Map<string, Promise<Received>>();

/** Decides on one callback. Never rejects: a throw would make an execution of its own. */
export async function receive(fns: IWebhookFunctions): Promise<Received> {
	try {
		if (!(await isFromService(fns))) return { status: 401, message: 'Wrong or missing token' };
		const requestId = requestIdOf(fns.getBodyData());
		if (requestId === undefined) return { status: 400, message: 'No request_id in the body' };
		return await once(`${fns.getNode().id}:${requestId}`, () => decide(fns, requestId));
	} catch (error) {
		fns.logger.warn(`AI App Trigger could not look into a callback: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function once(key: string, work: () => Promise<Received>): Promise<Received> {
	const first = underWay.get(key);
	if (first) {
		const { status, message } = await first;
		return { status, message };
	}
	const mine = work().finally(() => underWay.delete(key));
	underWay.set(key, mine);
	return mine;
}

async function decide(fns: IWebhookFunctions, requestId: string): Promise<Received> {
	// While the editor listens, the same call is tried again and again on purpose.
	const seen = fns.getMode() === 'manual' ? undefined : createSeenBefore(fns);
	if (seen?.has(requestId)) return { status: 200, message: 'Received before' };
	const result = await resultOf(fns, requestId);
	if (result === 'notYet') return { status: 503, message: 'The task has not ended yet' };
	if (result === 'nothing') return { status: 200, message: 'Not a task of this account' };
	const wanted = fns.getNodeParameter('statuses', []) as string[];
	if (!wanted.includes(result.task.status)) return { status: 200, message: 'Filtered' };
	const item = callbackItem(result, await metadataOf(fns));
	seen?.add(requestId);
	return { status: 200, message: 'Accepted', item };
}

async function resultOf(
	fns: IWebhookFunctions,
	requestId: string,
): Promise<ResultBody | 'notYet' | 'nothing'> {
	if (fns.getNodeParameter('result', 'readBack') === 'asSent')
		return readResultBody(fns.getBodyData());
	const read = await readBack(fns, requestId);
	return read.found === 'result' ? read.result : read.found;
}

/** Callbacks bring the token back as Authorization, and under the header it was sent with. */
async function isFromService(fns: IWebhookFunctions): Promise<boolean> {
	const { callbackToken } = await credentialOf(fns);
	if (!callbackToken?.trim()) return true;
	const headers = fns.getHeaderData();
	const forwarded = `${await headerPrefixOf(fns)}Authorization`.toLowerCase();
	const given = [headers.authorization, headers[forwarded]];
	return given.some((value) => {
		const token = bearerToken(typeof value === 'string' ? value : undefined);
		return token !== undefined && isSameToken(token, callbackToken.trim());
	});
}

/** The task headers that travelled along, without the token and what chose the mode. */
async function metadataOf(fns: IWebhookFunctions): Promise<Record<string, string>> {
	const prefix = (await headerPrefixOf(fns)).toLowerCase();
	const own = Object.entries(fns.getHeaderData())
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(
		own.filter(([name]) => !['authorization', 'webhook-url', 'async'].includes(name)),
	);
}

function requestIdOf(body: unknown): string | undefined {
	const id = isRecord(body) ? (body.request_id ?? body.requestId) : undefined;
	return typeof id === 'string' && /^[\w.:-]{1,200}$/.test(id) ? id : undefined;
}

async function headerPrefixOf(fns: IWebhookFunctions): Promise<string> {
	return taskHeaderPrefix((await credentialOf(fns)).taskHeaderPrefix);
}

function credentialOf(fns: IWebhookFunctions) {
	return fns.getCredentials<{ callbackToken?: string; taskHeaderPrefix?: string }>('aiAppApi');
}
