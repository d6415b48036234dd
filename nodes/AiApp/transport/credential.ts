import {
	DEFAULT_FILE_TYPE,
	DEFAULT_SIGNING_SCHEME,
	type SigningScheme,
} from '../../../client/index';

/** The credential by its name in n8n. */
export const CREDENTIAL = 'aiAppApi';

/** What it holds: members that a user left empty are missing or empty, expressions yield anything. */
type Stored = {
	readonly [Member in keyof Settings]?: unknown;
} & { readonly customDeployment?: unknown };

/** What the nodes go by; texts without a value are empty. */
export type Settings = {
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly metadataUrl: string;
	readonly callbackToken: string;
	/** An app in each line: its ID or the address of its page, and its name. */
	readonly savedApps: string;
} & Deployment;

/** What is the same at all deployments of the service but few. */
type Deployment = {
	readonly callbackTokenUrls: string;
	readonly storageUrl: string;
	readonly storageType: SigningScheme;
	readonly uploadFileType: string;
	/** The standard one where it is empty. */
	readonly taskHeaderPrefix: string;
};

const STANDARD: Deployment = {
	callbackTokenUrls: '',
	storageUrl: '',
	storageType: DEFAULT_SIGNING_SCHEME,
	uploadFileType: DEFAULT_FILE_TYPE,
	taskHeaderPrefix: '',
};

/** The credential of a node as it is read everywhere. */
export async function readSettings(ctx: {
	getCredentials<Credential extends object>(type: string): Promise<Credential>;
}): Promise<Settings> {
	return settingsOf(await ctx.getCredentials(CREDENTIAL));
}

/**
 * The settings of a stored credential. While Custom Deployment Settings is off, n8n drops what lies
 * behind it, defaults included, though not out of what was stored before: both mean the standard.
 */
export function settingsOf(stored: Stored): Settings {
	return {
		apiKey: textOf(stored.apiKey),
		baseUrl: textOf(stored.baseUrl),
		metadataUrl: textOf(stored.metadataUrl),
		callbackToken: textOf(stored.callbackToken),
		savedApps: textOf(stored.savedApps),
		...(stored.customDeployment === true ? deploymentOf(stored) : STANDARD),
	};
}

function deploymentOf(stored: Stored): Deployment {
	return {
		callbackTokenUrls: textOf(stored.callbackTokenUrls),
		storageUrl: textOf(stored.storageUrl),
		storageType: (textOf(stored.storageType) || STANDARD.storageType) as SigningScheme,
		uploadFileType: textOf(stored.uploadFileType).trim() || STANDARD.uploadFileType,
		taskHeaderPrefix: textOf(stored.taskHeaderPrefix),
	};
}

function textOf(value: unknown): string {
	return String(value ?? '');
}
