import type { IWebhookFunctions } from 'n8n-workflow';
import { say } from '../../../client/index';
import { reasonOf } from '../io/reasonOf';
import { clock } from '../transport/clock';
import { createPerTrigger } from './perTrigger';

/** A flood of calls does not flood the log. */
const SILENT_FOR_MS = 60_000;

const refusals = createPerTrigger(() => ({ at: -Infinity }));
const unread = createPerTrigger(() => ({ at: -Infinity }));

/** Says in the log that a callback was refused, which neither end of it shows anywhere. */
export function tellOfRefusal(ctx: IWebhookFunctions): void {
	if (!isDue(refusals(ctx))) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has refused a callback, because its token was missing or wrong. App: Run sends one to the URLs that the panel of the trigger shows, and to the Callback Token URLs of its credential. Both need the same Callback Token.`,
	);
}

/** Says in the log why the task of a callback could not be read, which nobody sees elsewhere. */
export function tellOfTrouble(ctx: IWebhookFunctions, requestId: string, error: unknown): void {
	if (!isDue(unread(ctx))) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" could not read task ${requestId} after its callback. ${reasonOf(error)}. The service calls again for about a minute.`,
	);
}

function isDue(told: { at: number }): boolean {
	const isQuiet = clock.now() - told.at >= SILENT_FOR_MS;
	if (isQuiet) told.at = clock.now();
	return isQuiet;
}
