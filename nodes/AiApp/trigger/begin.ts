import type { IHookFunctions } from 'n8n-workflow';
import { readSettings } from '../transport/credential';
import { expectedToken } from './authenticate';
import { say } from '../../../client/index';

/**
 * What there is to do when the trigger begins to listen. The editor cannot show what a credential
 * lacks, so the log says it; the panels of node and credential say it in general.
 */
export async function beginListening(ctx: IHookFunctions): Promise<void> {
	if (expectedToken(await readSettings(ctx)) !== undefined) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has no Callback Token in its credential: anybody who knows its URL can call it`,
	);
}
