import type { IWebhookFunctions } from 'n8n-workflow';
import { say } from '../../../client/index';
import { reasonOf } from '../io/reasonOf';
import { clock } from '../transport/clock';
import { createPerTrigger } from './perTrigger';

/** A flood of calls does not flood the log. */
const SILENT_FOR_MS = 60_000;

const rejections = createPerTrigger(() => ({ at: -Infinity }));
const unread = createPerTrigger(() => ({ at: -Infinity }));

/** Logs that a callback was rejected, which neither end of it shows. */
export function logRejectedCallback(ctx: IWebhookFunctions): void {
	if (!isDue(rejections(ctx))) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" rejected a callback because its token was missing or wrong. The credentials of this node and of App: Run need the same 'Callback Token'. If App: Run is on another n8n instance, add this node's URL to 'Callback Token URLs' under 'Custom Deployment Settings' in its credential.`,
	);
}

/** Logs why the task of a callback could not be read, which nothing else shows. */
export function logUnreadTask(ctx: IWebhookFunctions, requestId: string, error: unknown): void {
	if (!isDue(unread(ctx))) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" couldn't get task ${requestId} after its callback. ${reasonOf(error)}. The service repeats the callback for about a minute.`,
	);
}

function isDue(logged: { at: number }): boolean {
	const isQuiet = clock.now() - logged.at >= SILENT_FOR_MS;
	if (isQuiet) logged.at = clock.now();
	return isQuiet;
}
