import type { IWebhookFunctions } from 'n8n-workflow';
import { say } from '../../../client/index';
import { reasonOf } from '../io/reasonOf';
import { clock } from '../transport/clock';
import { createPerTrigger } from './perTrigger';

/** Whoever floods the trigger does not flood the log. */
const SILENT_FOR_MS = 60_000;

const lastTold = createPerTrigger(() => ({ at: -Infinity }));

/** Says in the log why the task of a callback could not be read, which nobody sees elsewhere. */
export function tellOfTrouble(ctx: IWebhookFunctions, requestId: string, error: unknown): void {
	const told = lastTold(ctx);
	if (clock.now() - told.at < SILENT_FOR_MS) return;
	told.at = clock.now();
	ctx.logger.warn(
		say`"${ctx.getNode().name}" could not read task ${requestId} after its callback. ${reasonOf(error)}. The service calls again for about a minute.`,
	);
}
