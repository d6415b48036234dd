import type { IWebhookFunctions } from 'n8n-workflow';
import { say } from '../../../client/index';
import { clock } from '../transport/clock';
import { createPerTrigger } from './perTrigger';

/** Whoever floods the trigger does not flood the log. */
const SILENT_FOR_MS = 60_000;

const lastTold = createPerTrigger(() => ({ at: -Infinity }));

/** Says in the log that a callback was refused, which neither end of it shows anywhere. */
export function tellOfRefusal(ctx: IWebhookFunctions): void {
	const told = lastTold(ctx);
	if (clock.now() - told.at < SILENT_FOR_MS) return;
	told.at = clock.now();
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has refused a callback, because its token was missing or wrong. App: Run sends one to the URLs that the panel of the trigger shows, and to the Callback Token URLs of its credential. Both need the same Callback Token.`,
	);
}
