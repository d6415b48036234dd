import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { say, taskHeaderPrefix } from '../../../client/index';
import { clock } from '../time/clock';
import { readSettings, type Settings } from '../transport/credential';
import { createPerTrigger } from './perTrigger';

export type CallbackSettings = Pick<Settings, 'callbackToken' | 'taskHeaderPrefix'>;

/** Short, so that a changed token soon takes effect. */
const CACHE_MS = 1_000;

type CachedSettings = {
	credentialId?: string | null | undefined;
	readAt: number;
	settings?: Promise<CallbackSettings>;
};

const readingOf = createPerTrigger(
	'triggerSettings',
	(): CachedSettings => ({ readAt: -Infinity }),
);

/**
 * The callback settings of the credential, read once a second: reading them takes n8n 2.41 half the
 * time of a call, and anyone can send calls with a wrong token. The API key is not kept.
 */
export function callbackSettings(ctx: IWebhookFunctions): Promise<CallbackSettings> {
	const reading = readingOf(ctx);
	const credentialId = ctx.getNode().credentials?.['aiAppApi']?.id;
	const isOld = clock.now() - reading.readAt >= CACHE_MS;
	if (!reading.settings || isOld || reading.credentialId !== credentialId) {
		reading.readAt = clock.now();
		reading.credentialId = credentialId;
		reading.settings = read(ctx);
	}
	return reading.settings;
}

async function read(ctx: IWebhookFunctions): Promise<CallbackSettings> {
	const { callbackToken, taskHeaderPrefix } = await readSettings(ctx);
	return { callbackToken, taskHeaderPrefix };
}

/** The token that callbacks must contain; undefined if the credential has none. */
export function expectedToken({ callbackToken }: CallbackSettings): string | undefined {
	return callbackToken || undefined;
}

/** The prefix of task headers, in lower case as headers arrive. */
export function prefixOf(settings: CallbackSettings): string {
	return taskHeaderPrefix(settings.taskHeaderPrefix).toLowerCase();
}

/**
 * Runs when the trigger starts to listen. The editor can't show what is missing in a credential, so
 * the log does; the panels of node and credential say it in general.
 */
export async function warnWithoutToken(ctx: IHookFunctions): Promise<void> {
	if (expectedToken(await readSettings(ctx)) !== undefined) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has no 'Callback Token' in its credential, so anyone who knows its URL can start this workflow`,
	);
}
