import type { SigningScheme } from '../../../client/index';

/** The credential by its name in n8n. */
export const CREDENTIAL = 'aiAppApi';

/** What it holds; members that a user left empty are missing or empty. */
export type AiAppCredential = {
	readonly apiKey?: string | undefined;
	readonly baseUrl: string;
	readonly metadataUrl?: string | undefined;
	readonly storageUrl?: string | undefined;
	readonly callbackToken?: string | undefined;
	readonly callbackTokenUrls?: string | undefined;
	readonly taskHeaderPrefix?: string | undefined;
	readonly storageType?: SigningScheme | undefined;
	readonly uploadFileType?: string | undefined;
};
