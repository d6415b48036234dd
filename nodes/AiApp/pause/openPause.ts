import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { type AiAppError, parseHttpUrl, say } from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { simplify } from '../parameters/result.description';
import { MINUTE_MS, openPanel } from '../parameters/readParameter';
import { runIndexOf } from '../memory/executionState';
import { IF_REACHABLE } from '../words/ifReachable';
import { maxWaitPaused } from '../parameters/waitOptions';
import { CALLBACK_PATH } from './pause.description';
import { ownState, writeState } from './state';

/** How an execution is paused: the same for all of its items. */
export type Pause = ReturnType<typeof openPause>;

/** Whether the service can probably open a URL. */
type IsReachable = (url: URL) => boolean;

/**
 * Opens the pause of an execution for its first item, and returns the same one to all others.
 * The function throws AiAppError kind `input` if the webhook URL of this n8n instance looks private.
 */
export function createPause(
	ctx: IExecuteFunctions,
	isReachable: IsReachable,
	now: () => number,
): () => Pause {
	let pause: Pause | undefined;
	return () => (pause ??= openPause(ctx, isReachable, now()));
}

/**
 * Decides on the URL before any task is created, and saves it for later attempts.
 * @param openedAt by the clock's `now`, before the first task was created
 * @throws AiAppError kind `input` if the webhook URL looks private, or there is no execution
 */
function openPause(ctx: IExecuteFunctions, isReachable: IsReachable, openedAt: number) {
	const executionId: string | undefined = ctx.getExecutionId();
	if (executionId === undefined) throw notPausable();
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const url = parseHttpUrl(resumeUrl);
	if (!url || !isReachable(url)) throw unreachable(url?.origin, resumeUrl);
	const run = runIndexOf(ctx);
	const earlier = ownState(ctx);
	const isContinued = earlier?.executionId === executionId && earlier.run === run;
	const key = isContinued ? earlier.key : randomBytes(24).toString('hex');
	const state = { key, executionId, run, awaited: [], simplify: true, hasErrorOutput: false };
	writeState(ctx, state);
	url.pathname += `/${CALLBACK_PATH}`;
	const panel = openPanel(ctx, 0);
	return {
		...{ key, executionId, run, openedAt },
		/** n8n's URL, without the key that proves that the caller has it from this node. */
		resumeUrl,
		limitMs: panel.number(maxWaitPaused) * MINUTE_MS,
		simplify: panel.isShownOn(simplify),
		/**
		 * The URL that the service calls when the task of an item is finished. n8n has put its
		 * signature into it. `callerOf` reads what is added here.
		 */
		callbackUrl(itemIndex: number): string {
			const address = new URL(url);
			address.searchParams.set('k', key);
			address.searchParams.set('t', String(itemIndex));
			return address.href;
		},
	};
}

/** Who calls, by the query of the URL: `k` is the key of its pause, `t` is the item of its task. */
export function callerOf(ctx: IWebhookFunctions): { key: unknown; itemIndex: number } {
	const { k, t } = ctx.getQueryData() as { readonly k?: unknown; readonly t?: unknown };
	return { key: k, itemIndex: Number(t) };
}

function unreachable(origin: string | undefined, resumeUrl: string): AiAppError {
	return new PanelError(
		origin === undefined
			? say`This n8n instance's webhook URL isn't a valid URL (${resumeUrl})`
			: say`This n8n instance's webhook URL looks private (${origin})`,
		say`The service must be able to call it. Set N8N_WEBHOOK_URL to the instance's public URL, or set 'Wait Mode' to 'Wait for Result'. ${IF_REACHABLE}`,
		'ask',
	);
}

/** n8n's first-class Agents run nodes without an execution, and a pause would be lost silently. */
function notPausable(): AiAppError {
	return new PanelError(
		"This isn't a workflow execution, so it can't be paused",
		"Set 'Wait Mode' to 'Wait for Result'.",
		'ask',
	);
}
