import { createHash } from 'node:crypto';
import {
	createClient,
	createEndpoints,
	isReachable,
	parseHttpUrl,
	taskHeaderPrefix,
} from '../../../client/index';
import { type RequestFunctions, createHttp } from './http';
import { recordWithoutSecrets, secretRedactor, withSecretsRedacted } from './withoutSecrets';
import { readCredential, readLimit, settingsOf } from './credential';

/**
 * The service as the node's credential describes it.
 * @throws AiAppError if a URL of the credential can't be used
 */
export async function createServiceClient(ctx: RequestFunctions) {
	const credential = await readCredential(ctx);
	const settings = settingsOf(credential);
	const { hosts, create, appDetail } = createEndpoints(settings);
	const { storageUrl, storageType: scheme, uploadFileType: fileType } = settings;
	const storageHost = parseHttpUrl(storageUrl)?.host;
	const ownHosts = storageHost ? [...hosts, storageHost] : hosts;
	const redact = secretRedactor([settings.apiKey, settings.callbackToken]);
	const http = withSecretsRedacted(createHttp(ctx, credential, hosts), redact);
	return {
		client: createClient(http, {
			baseUrl: settings.baseUrl,
			metadataUrl: settings.metadataUrl,
			headerPrefix: taskHeaderPrefix(settings.taskHeaderPrefix),
		}),
		http,
		/** Keeps one more secret out of all further responses. */
		addSecret: redact.add,
		/** Removes secrets from a record that didn't come in a response. */
		withoutSecrets: (record: unknown) => recordWithoutSecrets(record, redact),
		/** Hosts (with port) that the user named in the credential; they may be private. */
		ownHosts,
		/** Whether the service can probably open a URL. */
		isReachable: (url: URL) =>
			settings.reachesPrivateUrls || ownHosts.includes(url.host) || isReachable(url, hosts),
		callbackToken: settings.callbackToken,
		/** Separates accounts in the memory of the process; a hash, which reveals no key. */
		account: createHash('sha256')
			.update(JSON.stringify([settings.apiKey, create, appDetail(0)]))
			.digest('hex'),
		/** Where the callback token may be sent besides this n8n instance. */
		callbackTokenUrls: settings.callbackTokenUrls,
		/** Both limits throw an AiAppError kind `input` if the credential has no valid number there. */
		maxTasksAtATime: () =>
			readLimit(settings.maxTasksAtATime, 'Max Tasks at a Time (All Executions)'),
		maxTasksPerHour: () => readLimit(settings.maxTasksPerHour, 'Max Tasks per Hour'),
		uploadOptions: { scheme, fileType, storageUrl, ownHosts },
	};
}
