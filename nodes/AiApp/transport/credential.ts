import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import {
	DEFAULT_FILE_TYPE,
	DEFAULT_SIGNING_SCHEME,
	numberOf,
	quotedValue,
	requireApiKey,
	requireCallbackToken,
	say,
	switchOf,
	type SigningScheme,
} from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { ofObject } from '../memory/ofObject';

export const CREDENTIAL = 'aiAppApi';

/** An empty field may be missing, and an expression may return anything. */
type Stored = Readonly<Record<string, unknown>>;

/** The settings for the nodes; texts without a value are empty. */
export type Settings = ReturnType<typeof settingsOf>;

type CredentialReader = Pick<IExecuteFunctions, 'getCredentials'>;

/**
 * The stored credential, read once for each of n8n's contexts: a try of the node, a callback, the
 * loading of a form. Each reading takes n8n a query, a decryption and the evaluation of expressions.
 */
export function readCredential(ctx: CredentialReader): Promise<ICredentialDataDecryptedObject> {
	return ofObject(ctx, 'credential', () => ctx.getCredentials(CREDENTIAL));
}

export async function readSettings(ctx: CredentialReader): Promise<Settings> {
	return settingsOf(await readCredential(ctx));
}

/**
 * The settings of a stored credential. While More Settings is off, n8n hands over none of the
 * fields behind it, which means the standard values. The token and the limits protect the user, so
 * they aren't behind it.
 * @throws AiAppError kind `input` for a key or a token that can't be sent
 */
export function settingsOf(stored: Stored) {
	const more: Stored = switchOf(stored.moreSettings) === true ? stored : {};
	return {
		apiKey: requireApiKey(settingText(stored.apiKey)),
		baseUrl: settingText(stored.baseUrl),
		metadataUrl: settingText(stored.metadataUrl),
		/** What callbacks must contain; undefined if the credential has none. */
		callbackToken: requireCallbackToken(settingText(stored.callbackToken)),
		/** One app per line: its ID or the URL of its page, and its name. */
		savedApps: settingText(stored.savedApps),
		/** Both limits as stored: they are read with `readLimit` where they are needed. */
		maxTasksAtATime: stored.maxTasksAtATime,
		maxTasksPerHour: stored.maxTasksPerHour,
		callbackTokenUrls: settingText(more.callbackTokenUrls),
		/** Whether the service can open URLs that look private. */
		reachesPrivateUrls: switchOf(more.reachesPrivateUrls) === true,
		storageUrl: settingText(more.storageUrl),
		storageType: (settingText(more.storageType) || DEFAULT_SIGNING_SCHEME) as SigningScheme,
		uploadFileType: settingText(more.uploadFileType).trim() || DEFAULT_FILE_TYPE,
		/** If empty, the standard prefix applies. */
		taskHeaderPrefix: settingText(more.taskHeaderPrefix),
	};
}

/** Nobody enters more. What is listed in a field is searched for each item. */
const LONGEST_SETTING = 50_000;

function settingText(value: unknown): string {
	return String(value ?? '').slice(0, LONGEST_SETTING);
}

/**
 * A limit of the credential; infinite if it's empty or 0.
 * @throws AiAppError kind `input`
 */
export function readLimit(stored: unknown, displayName: string): number {
	if (settingText(stored).trim() === '') return Infinity;
	const limit = numberOf(stored);
	if (limit !== undefined && Number.isInteger(limit) && limit >= 0) return limit || Infinity;
	throw new PanelError(
		say`'${displayName}' must be a whole number, but is ${quotedValue(stored)}`,
		'Enter a whole number in the credential, or 0 for no limit.',
		'ask',
	);
}
