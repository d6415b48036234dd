import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { AiAppError, parseHttpUrl, say } from '../../../client/index';
import { CALLABLE_AFTER_ALL, canBeCalled } from '../transport/callbackAddress';
import { ownState, writeState } from './state';
import { CALLBACK_PATH } from './webhook.description';
import { runIndexOf } from '../io/runIndex';

/** Where the service resumes this execution, the same for every try of one run of the node. */
export type PauseAddress = {
	readonly key: string;
	readonly executionId: string;
	readonly run: number;
	/** The address of n8n without what proves that a caller knows it from us. */
	readonly resumeUrl: string;
	/** Whether an earlier try of this very execution has given the same address to its tasks. */
	readonly isContinued: boolean;
	/** What the service is told to call when the task of an item has ended. */
	readonly callbackUrl: (itemIndex: number) => string;
};

/**
 * Settles the address before anything is paid for, and notes it for later tries.
 * @param ownHosts hosts (with port) of the credential: a service in a private network reaches it
 * @throws AiAppError kind `input` when the service cannot reach this n8n, or there is no execution to resume
 */
export function openPauseAddress(
	ctx: IExecuteFunctions,
	ownHosts: readonly string[],
	allowPrivate: boolean,
): PauseAddress {
	const executionId: string | undefined = ctx.getExecutionId();
	if (executionId === undefined) throw neverWoken();
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const url = parseHttpUrl(resumeUrl);
	if (!url || (!canBeCalled(url, ownHosts) && !allowPrivate))
		throw unreachable(url?.origin ?? resumeUrl);
	const run = runIndexOf(ctx);
	const earlier = ownState(ctx);
	const isContinued = earlier?.executionId === executionId && earlier.run === run;
	const key = isContinued ? earlier.key : randomBytes(24).toString('hex');
	const state = { key, executionId, run, awaited: [], simplify: true, hasErrorOutput: false };
	writeState(ctx, state);
	url.pathname += `/${CALLBACK_PATH}`;
	return {
		...{ key, executionId, run, resumeUrl, isContinued },
		callbackUrl: (itemIndex) => addressOf(url, key, itemIndex),
	};
}

/** `signature` is n8n's own proof; `t` saves looking at tasks that have not called. */
function addressOf(resume: URL, key: string, itemIndex: number): string {
	const url = new URL(resume);
	url.searchParams.set('k', key);
	url.searchParams.set('t', String(itemIndex));
	return url.href;
}

function unreachable(origin: string): AiAppError {
	return new AiAppError(
		'input',
		say`The service cannot call this n8n back at ${origin}`,
		{},
		say`Set WEBHOOK_URL of this n8n to its public address, or choose Wait for Result. ${CALLABLE_AFTER_ALL}`,
	);
}

/** n8n's first-class Agents run nodes without an execution, and do not tell that a pause is lost. */
function neverWoken(): AiAppError {
	return new AiAppError(
		'input',
		'This run is no execution of a workflow, so it cannot be paused',
		{},
		'Choose Wait for Result. Nothing was created and nothing was charged.',
	);
}
