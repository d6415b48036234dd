import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	attempted,
	gatherEnds,
	isSameToken,
	readResultBody,
	type Gathered,
	type KnownTask,
	type TaskOutput,
	say,
} from '../../../client/index';
import { clock } from '../transport/clock';
import { reasonOf } from '../io/reasonOf';
import { connect } from '../transport/serviceClient';
import { withCredentialKept } from '../transport/cachedCredential';
import { itemsAfter, tasksOf } from './resumedItems';
import { forgetEnds, knownEnds } from './resultCache';
import { endOnce, hasEnded } from './resumeOnce';
import { stateOfSleeper, type PauseState } from './state';

/** The service gives up on a callback after about 10 s (spec: Events). */
const TIME_LIMIT_MS = 7_000;

/** What the caller is answered; the items when the execution is to wake. */
type Decision =
	| { readonly status: 200 | 401 | 503; readonly message: string }
	| { readonly items: INodeExecutionData[] };

const ENDED_BEFORE: Decision = { status: 200, message: 'Received before' };

/**
 * A callback for an execution that sleeps at this node. Wakes it when all of its tasks have ended;
 * asks for the callback again when that cannot be told. Never rejects: n8n would wake the execution
 * without any of its data.
 */
export async function resume(fns: IWebhookFunctions): Promise<IWebhookResponseData> {
	const decision = await decided(fns);
	// n8n answers this one itself, once it has taken up the run.
	if ('items' in decision) return { workflowData: [decision.items] };
	fns.getResponseObject().status(decision.status).json({ message: decision.message });
	return { noWebhookResponse: true };
}

async function decided(fns: IWebhookFunctions): Promise<Decision> {
	try {
		return await decide(fns);
	} catch (error) {
		fns.logger.warn(say`A callback could not be looked into: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function decide(fns: IWebhookFunctions): Promise<Decision> {
	const state = stateOfSleeper(fns);
	if (!state) return { status: 503, message: 'Try again later' };
	const { k } = fns.getQueryData() as { readonly k?: unknown };
	if (typeof k !== 'string' || !isSameToken(k, state.key))
		return { status: 401, message: 'Not an address of this wait' };
	const wait = `${state.executionId}:${state.key}`;
	if (hasEnded(wait)) return ENDED_BEFORE;

	const found = await look(fns, state, wait);
	if (found.all === 'pending') return { status: 200, message: 'Waiting for other tasks' };
	if (found.all === 'unclear') return unclear(fns, state, found.trouble);
	const items = itemsAfter(state, found.ends);
	if (!endOnce(wait)) return ENDED_BEFORE;
	forgetEnds(wait);
	return { items };
}

/** The service calls again, and the log says what nobody sees elsewhere. */
function unclear(fns: IWebhookFunctions, { executionId }: PauseState, trouble: unknown): Decision {
	if (trouble === undefined) return { status: 503, message: 'The task has not ended yet' };
	fns.logger.warn(
		say`The tasks of execution ${executionId} could not be read after a callback. ${reasonOf(trouble)}. The execution goes on sleeping, and the service calls again for about a minute.`,
	);
	return { status: 503, message: 'The task could not be read' };
}

async function look(fns: IWebhookFunctions, state: PauseState, wait: string): Promise<Gathered> {
	const tasks = tasksOf(state.awaited);
	const caller = callerOf(fns, state);
	const reported = caller ? tasks.indexOf(caller) : undefined;
	const { client } = await connect(withCredentialKept(fns));
	return gatherEnds({ tasks: client.tasks, clock }, tasks, {
		reported,
		reportedOutputs: caller ? await outputsIn(fns.getBodyData(), caller) : [],
		known: knownEnds(wait),
		signal: AbortSignal.timeout(TIME_LIMIT_MS),
	});
}

/** The address of each task tells its item. */
function callerOf(fns: IWebhookFunctions, { awaited }: PauseState): KnownTask | undefined {
	const { t } = fns.getQueryData() as { readonly t?: unknown };
	const entry = awaited[Number(t)];
	return entry && 'task' in entry ? entry.task : undefined;
}

/** The key proves that the call is the service's; its body counts for the task that calls alone. */
async function outputsIn(body: unknown, { requestId }: KnownTask): Promise<readonly TaskOutput[]> {
	const read = await attempted(async () => readResultBody(body));
	return read.ok && read.value.requestId === requestId ? read.value.outputs : [];
}
