import { createHash } from 'node:crypto';
import {
	createClient,
	createEndpoints,
	parseHttpUrl,
	taskHeaderPrefix,
	type Client,
	type Http,
	type UploadOptions,
} from '../../../client/index';
import { withSecretsRedacted } from './redact';
import { createHttp, type RequestFunctions } from './http';
import { readLimit, readSettings } from './credential';

export type Connection = {
	readonly client: Client;
	readonly http: Http;
	/** Hosts (with port) that the user named in the credential; they may be private. */
	readonly ownHosts: readonly string[];
	readonly uploadOptions: UploadOptions;
	readonly callbackToken: string | undefined;
	/** Separates accounts in the memory of the process; a hash, which reveals no key. */
	readonly account: string;
	/** Where it may be sent besides this n8n instance. */
	readonly callbackTokenUrls: string;
	/** Limits of the credential; they throw an AiAppError kind `input` for what is no limit. */
	readonly maxParallelTasks: () => number;
	readonly maxTasksPerHour: () => number;
};

/**
 * The service as the node's credential describes it.
 * @throws AiAppError if a URL of the credential can't be used
 */
export async function createServiceClient(ctx: RequestFunctions): Promise<Connection> {
	const settings = await readSettings(ctx);
	const { hosts, create, appDetail } = createEndpoints(settings);
	const secrets = [settings.apiKey, settings.callbackToken];
	const http = withSecretsRedacted(createHttp(ctx, hosts), secrets);
	const storageHost = parseHttpUrl(settings.storageUrl)?.host;
	const ownHosts = storageHost ? [...hosts, storageHost] : hosts;
	return {
		client: createClient(http, {
			baseUrl: settings.baseUrl,
			metadataUrl: settings.metadataUrl,
			headerPrefix: taskHeaderPrefix(settings.taskHeaderPrefix),
		}),
		http,
		ownHosts,
		callbackToken: settings.callbackToken.trim() || undefined,
		account: hashOf([settings.apiKey.trim(), create, appDetail(0)]),
		callbackTokenUrls: settings.callbackTokenUrls,
		maxParallelTasks: () => readLimit(settings.maxParallelTasks, 'Max Parallel Tasks'),
		maxTasksPerHour: () => readLimit(settings.maxTasksPerHour, 'Max Tasks per Hour'),
		uploadOptions: {
			scheme: settings.storageType,
			fileType: settings.uploadFileType,
			storageUrl: settings.storageUrl,
			ownHosts,
		},
	};
}

function hashOf(parts: readonly (string | undefined)[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
