import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	type AiAppError,
	settle,
	createEndpoints,
	isPrivateHost,
	normalizedAddress,
	parseHttpUrl,
	probeApi,
	probeMetadata,
	requireAddress,
	say,
	taskHeaderPrefix,
} from '../../../client/index';
import { adviceFor } from '../words/adviceByKind';
import { settingsOf } from '../transport/credential';
import { secretRedactor, withSecretsRedacted } from '../transport/withoutSecrets';
import { createCredentialTestHttp } from '../transport/credentialTestHttp';
import { wordsForConnection, type TestedUrl } from '../words/connectionWords';

/** The limit of each of the two calls. It's short, because a person waits for the result. */
const LIMIT_MS = 15_000;

/**
 * n8n's test of a credential, by the name that the nodes give as `testedBy`. Calls the API and then
 * the metadata URL, both free of charge, and says what is wrong and what to do about it. Never
 * rejects, and quotes neither the key nor a page.
 * @param limitMs of each call
 */
export async function testAiAppApi(
	this: ICredentialTestFunctions,
	{ data = {} }: Partial<ICredentialsDecrypted>,
	limitMs = LIMIT_MS,
): Promise<INodeCredentialTestResult> {
	const tested = await settle(() => failureOf(this, data, limitMs));
	const failure = tested.ok ? tested.value : ownWords(tested.error);
	if (failure !== undefined) return { status: 'Error', message: failure };
	return { status: 'OK', message: 'The service accepts the API key and returns app details.' };
}

async function failureOf(
	ctx: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	limitMs: number,
): Promise<string | undefined> {
	const { apiKey, baseUrl, metadataUrl, ...stored } = settingsOf(data);
	if (apiKey === '') return EMPTY_KEY;
	taskHeaderPrefix(stored.taskHeaderPrefix);
	if (stored.storageUrl.trim() !== '') requireAddress(stored.storageUrl, 'storage');
	const endpoints = createEndpoints({ baseUrl, metadataUrl });
	const settings = { apiKey, hosts: endpoints.hosts, limitMs };
	const http = withSecretsRedacted(
		createCredentialTestHttp(ctx, settings),
		secretRedactor([apiKey]),
	);
	return (
		(await testResult('base', baseUrl, () => probeApi(http, endpoints))) ??
		(await testResult(metadataUrl.trim() === '' ? 'baseForMetadata' : 'metadata', metadataUrl, () =>
			probeMetadata(http, endpoints),
		)) ??
		missingStorage(baseUrl, stored.storageUrl)
	);
}

/**
 * Files are exchanged only with public hosts and with those of the credential. Without this check,
 * the first task would be paid for and its files refused.
 */
function missingStorage(baseUrl: string, storageUrl: string): string | undefined {
	const host = parseHttpUrl(normalizedAddress(baseUrl))?.hostname;
	if (storageUrl.trim() !== '' || host === undefined || !isPrivateHost(host)) return undefined;
	return say`The API key works, but 'Base URL' is on a private network (${host}), and its files probably are, too. Turn on 'More Settings', and enter how the links to its files begin as 'Storage URL', e.g. http://localhost:6190/storage.`;
}

async function testResult(
	which: TestedUrl,
	url: string,
	probe: () => Promise<void>,
): Promise<string | undefined> {
	const probed = await settle(probe);
	return probed.ok ? undefined : wordsForConnection(probed.error, which, url);
}

/** The text for a value that can't be used at all. Its error says what to do. */
function ownWords(error: AiAppError): string {
	return `${error.message}. ${adviceFor(error)}`;
}

const EMPTY_KEY = "'API Key' is empty. Paste the key from the service's account settings.";
