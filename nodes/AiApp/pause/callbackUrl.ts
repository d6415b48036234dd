import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { AiAppError, parseHttpUrl, say } from '../../../client/index';
import { CALLABLE_AFTER_ALL, canBeCalled } from '../transport/callbackAddress';
import { ownState, writeState } from './state';
import { CALLBACK_PATH } from './webhook.description';
import { runIndexOf } from '../io/runIndex';

/** Where the service resumes this execution; the same for all attempts of one run of the node. */
export type PauseAddress = {
	readonly key: string;
	readonly executionId: string;
	readonly run: number;
	/** n8n's URL, without the key that proves that the caller has it from this node. */
	readonly resumeUrl: string;
	/** Whether an earlier attempt of this execution gave the same URL to its tasks. */
	readonly isContinued: boolean;
	/** The URL that the service calls when the task of an item is finished. */
	readonly callbackUrl: (itemIndex: number) => string;
};

/**
 * Decides on the URL before any task is created, and saves it for later attempts.
 * @param ownHosts hosts (with port) of the credential: a service in a private network can reach n8n
 * @throws AiAppError kind `input` if the webhook URL looks private, or there is no execution
 */
export function openPauseAddress(
	ctx: IExecuteFunctions,
	ownHosts: readonly string[],
	allowPrivate: boolean,
): PauseAddress {
	const executionId: string | undefined = ctx.getExecutionId();
	if (executionId === undefined) throw notPausable();
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const url = parseHttpUrl(resumeUrl);
	if (!url || (!canBeCalled(url, ownHosts) && !allowPrivate))
		throw unreachable(url?.origin, resumeUrl);
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

/** `signature` is n8n's own proof; `t` saves status checks of tasks that sent no callback. */
function addressOf(resume: URL, key: string, itemIndex: number): string {
	const url = new URL(resume);
	url.searchParams.set('k', key);
	url.searchParams.set('t', String(itemIndex));
	return url.href;
}

function unreachable(origin: string | undefined, resumeUrl: string): AiAppError {
	return new AiAppError(
		'input',
		origin === undefined
			? say`This n8n instance's webhook URL isn't a valid URL (${resumeUrl})`
			: say`This n8n instance's webhook URL looks private (${origin})`,
		{},
		say`The service must be able to call it. Set WEBHOOK_URL to the instance's public URL, or set 'Wait Mode' to 'Wait for Result'. ${CALLABLE_AFTER_ALL}`,
	);
}

/** n8n's first-class Agents run nodes without an execution, and a pause would be lost silently. */
function notPausable(): AiAppError {
	return new AiAppError(
		'input',
		"This isn't a workflow execution, so it can't be paused",
		{},
		"Set 'Wait Mode' to 'Wait for Result'. You weren't charged.",
	);
}
