import type { IWebhookFunctions } from 'n8n-workflow';
import { phaseOf, readResultBody, requestIdIn, type ResultBody, say } from '../../../client/index';
import { callbackItem } from '../io/callbackItem';
import { withCredentialKept } from '../transport/keptCredential';
import { isFromService, metadataOf, type CallbackSettings } from './headers';
import { readBack } from './readBack';
import { ownUrl } from './ownUrl';
import type { Received } from './received';
import { startOnce } from './startOnce';
import { inTurn } from './turns';

/** The service gives up on a callback after about 10 s (spec: Limits), and n8n needs some of them. */
const TIME_LIMIT_MS = 7_000;

const BUSY: Received = { status: 503, message: 'Too many callbacks at once, try again later' };

/** Decides on one callback. Never rejects: a throw would make an execution of its own. */
export function receive(fns: IWebhookFunctions): Promise<Received> {
	return orAgain(fns, () => look(withCredentialKept(fns)));
}

async function orAgain(fns: IWebhookFunctions, work: () => Promise<Received>): Promise<Received> {
	try {
		return await work();
	} catch (error) {
		fns.logger.warn(say`AI App Trigger could not look into a callback: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function look(fns: IWebhookFunctions): Promise<Received> {
	const limit = AbortSignal.timeout(TIME_LIMIT_MS);
	const settings = await fns.getCredentials<CallbackSettings>('aiAppApi');
	if (!isFromService(fns.getHeaderData(), settings, ownUrl(fns)))
		return { status: 401, message: 'Wrong or missing token' };
	const requestId = requestIdIn(fns.getBodyData());
	if (requestId === undefined) return { status: 400, message: 'No request_id in the body' };
	const decide = async () => {
		const result = await resultOf(fns, requestId, limit);
		return answerTo(fns, result, metadataOf(fns.getHeaderData(), settings));
	};
	const inOurTurn = async () => (await inTurn(limit, decide)) ?? BUSY;
	return startOnce(fns, requestId, limit, () => orAgain(fns, inOurTurn));
}

function answerTo(
	fns: IWebhookFunctions,
	result: ResultBody | 'notYet' | 'nothing',
	metadata: Readonly<Record<string, string>>,
): Received {
	if (result === 'notYet') return { status: 503, message: 'The task has not ended yet' };
	if (result === 'nothing') return { status: 200, message: 'Not a task of this account' };
	const wanted = fns.getNodeParameter('statuses', []) as string[];
	if (!wanted.includes(result.task.status)) return { status: 200, message: 'Filtered' };
	return { status: 200, message: 'Accepted', item: callbackItem(result, metadata) };
}

async function resultOf(
	fns: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
): Promise<ResultBody | 'notYet' | 'nothing'> {
	if (fns.getNodeParameter('result', 'readBack') === 'asSent') {
		const sent = readResultBody(fns.getBodyData());
		return phaseOf(sent.task.status).terminal ? sent : 'notYet';
	}
	const read = await readBack(fns, requestId, limit);
	return read.found === 'result' ? read.result : read.found;
}
