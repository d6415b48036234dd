import { createHash } from 'node:crypto';
import {
	createClient,
	createEndpoints,
	parseHttpUrl,
	settle,
	settleSync,
	taskHeaderPrefix,
} from '../../../client/index';
import { clock } from './clock';
import { type RequestFunctions, createHttp } from './http';
import { credentialNotRead } from './networkErrors';
import { withSecretsRedacted } from './redact';
import { CREDENTIAL, readLimit, settingsOf, type Settings } from './credential';

/**
 * The service as the node's credential describes it.
 * @throws AiAppError if a URL of the credential can't be used
 */
export async function createServiceClient(ctx: RequestFunctions) {
	const credential = await ctx.getCredentials<object>(CREDENTIAL);
	const settings = settingsOf(credential);
	const { hosts, create, appDetail } = createEndpoints(settings);
	const ownHosts = hostsOf(settings);
	const secrets = new Set([settings.apiKey, settings.callbackToken]);
	const reader = withUrlsOf(ctx, credential, ({ apiKey }) => secrets.add(apiKey));
	const http = withSecretsRedacted(createHttp(reader, hosts), secrets);
	return {
		client: createClient(http, {
			baseUrl: settings.baseUrl,
			metadataUrl: settings.metadataUrl,
			headerPrefix: taskHeaderPrefix(settings.taskHeaderPrefix),
		}),
		http,
		/** Those (with port) that the user named in the credential; they may be private. */
		ownHosts,
		callbackToken: settings.callbackToken.trim() || undefined,
		/** Separates accounts in the memory of the process; a hash, which reveals no key. */
		account: createHash('sha256')
			.update(JSON.stringify([settings.apiKey.trim(), create, appDetail(0)]))
			.digest('hex'),
		/** Where the callback token may be sent besides this n8n instance. */
		callbackTokenUrls: settings.callbackTokenUrls,
		/** The limits of the credential throw an AiAppError kind `input` for what is no limit. */
		maxTasksAtATime: () =>
			readLimit(settings.maxTasksAtATime, 'Max Tasks at a Time (All Executions)'),
		maxTasksPerHour: () => readLimit(settings.maxTasksPerHour, 'Max Tasks per Hour'),
		uploadOptions: {
			scheme: settings.storageType,
			fileType: settings.uploadFileType,
			storageUrl: settings.storageUrl,
			ownHosts,
		},
	};
}

function hostsOf(settings: Settings): readonly string[] {
	const { hosts } = createEndpoints(settings);
	const storageHost = parseHttpUrl(settings.storageUrl)?.host;
	return storageHost ? [...hosts, storageHost] : hosts;
}

/** Where the key goes, and how: on the way to http:// anyone can read it. */
function addressesOf(settings: Settings): string {
	const { create, appDetail } = createEndpoints(settings);
	return [create, appDetail(0), ...hostsOf(settings)].join();
}

/**
 * The same functions, which keep the credential as it was if a later reading has other URLs: its key
 * isn't meant for those of the requests that are under way.
 */
function withUrlsOf(
	ctx: RequestFunctions,
	credential: object,
	onRead: (settings: Settings) => void,
): RequestFunctions {
	const addresses = addressesOf(settingsOf(credential));
	let current = credential;

	async function getCredentials(type: string): Promise<object> {
		const reading = await settle(() => ctx.getCredentials<object>(type));
		if (!reading.ok) throw credentialNotRead();
		const read = reading.value;
		const settings = settingsOf(read);
		const others = settleSync(() => addressesOf(settings));
		if (!others.ok || others.value !== addresses) return current;
		onRead(settings);
		current = read;
		return current;
	}

	return Object.create(ctx, { getCredentials: { value: getCredentials } }) as RequestFunctions;
}

/**
 * The same functions, which read the credential again only when the last reading is older than
 * `forMs`. n8n reads it for every authenticated call: a query and a decryption, and outside of
 * executions an expression runtime (n8n 2.41: a tenth of a second of processor time).
 */
export function withCachedCredential<Functions extends RequestFunctions>(
	ctx: Functions,
	forMs = Infinity,
): Functions {
	let credential: Promise<object> | undefined;
	let readAt = -Infinity;

	function getCredentials(type: string): Promise<object> {
		const now = clock.now();
		if (!credential || now - readAt > forMs) {
			credential = ctx.getCredentials(type);
			readAt = now;
		}
		return credential;
	}

	return Object.create(ctx, { getCredentials: { value: getCredentials } }) as Functions;
}
