import type { IHookFunctions } from 'n8n-workflow';
import { readSettings } from '../transport/credential';
import { expectedToken } from './authenticate';
import { say } from '../../../client/index';

/**
 * Runs when the trigger starts to listen. The editor can't show what is missing in a credential, so
 * the log does; the panels of node and credential say it in general.
 */
export async function beginListening(ctx: IHookFunctions): Promise<void> {
	if (expectedToken(await readSettings(ctx)) !== undefined) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has no 'Callback Token' in its credential, so anyone who knows its URL can start this workflow`,
	);
}
