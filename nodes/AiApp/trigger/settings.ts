import type { IWebhookFunctions } from 'n8n-workflow';
import { clock } from '../transport/clock';
import type { CallbackSettings } from './authenticate';
import { createPerTrigger } from './perTrigger';
import { readSettings } from '../transport/credential';

/** A changed token is used soon after. */
const KEPT_MS = 1_000;

type Kept = {
	credentialId?: string | null | undefined;
	readAt: number;
	settings?: Promise<CallbackSettings>;
};

const keptOf = createPerTrigger((): Kept => ({ readAt: -Infinity }));

/**
 * The callback settings of the credential, read once a second: reading them takes n8n 2.41 half the
 * time of a call, and anyone can send calls with a wrong token. The API key is not kept.
 */
export function callbackSettings(ctx: IWebhookFunctions): Promise<CallbackSettings> {
	const kept = keptOf(ctx);
	const credentialId = ctx.getNode().credentials?.['aiAppApi']?.id;
	const isOld = clock.now() - kept.readAt >= KEPT_MS;
	if (!kept.settings || isOld || kept.credentialId !== credentialId) {
		kept.readAt = clock.now();
		kept.credentialId = credentialId;
		kept.settings = read(ctx);
	}
	return kept.settings;
}

async function read(ctx: IWebhookFunctions): Promise<CallbackSettings> {
	const { callbackToken, taskHeaderPrefix } = await readSettings(ctx);
	return { callbackToken, taskHeaderPrefix };
}
