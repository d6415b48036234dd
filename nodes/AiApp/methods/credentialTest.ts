import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	AiAppError,
	settle,
	createEndpoints,
	probeApi,
	probeMetadata,
	say,
	taskHeaderPrefix,
} from '../../../client/index';
import { settingsOf } from '../transport/credential';
import { withSecretsRedacted } from '../transport/redact';
import { createTestHttp } from '../transport/testHttp';
import { wordsFor, type Asked } from './connectionWords';

/** Of each of the two calls; a person waits for it. */
const LIMIT_MS = 15_000;

/** What a bearer token may consist of, and some more: nothing that a header could not carry. */
const KEY = /^[\x21-\x7e]+$/;

/** n8n's test of a credential, by the name that the nodes give as `testedBy`. */
export function testAiAppApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return testConnection(this, data);
}

/**
 * Asks the API address and then the metadata address, with two calls that cost nothing, and tells
 * what is wrong and what to do about it. Never rejects, and quotes neither the key nor a page.
 * @param limitMs of each call
 */
export async function testConnection(
	ctx: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject = {},
	limitMs = LIMIT_MS,
): Promise<INodeCredentialTestResult> {
	const tested = await settle(() => troubleWith(ctx, data, limitMs));
	const trouble = tested.ok ? tested.value : ownWords(tested.error);
	if (trouble !== undefined) return { status: 'Error', message: trouble };
	return { status: 'OK', message: 'The service accepts the API key, and its apps can be read.' };
}

async function troubleWith(
	ctx: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	limitMs: number,
): Promise<string | undefined> {
	const { baseUrl, metadataUrl, ...stored } = settingsOf(data);
	const apiKey = stored.apiKey.trim();
	if (apiKey === '') return EMPTY_KEY;
	if (!KEY.test(apiKey)) return BROKEN_KEY;
	taskHeaderPrefix(stored.taskHeaderPrefix);
	const endpoints = createEndpoints({ baseUrl, metadataUrl });
	const settings = { apiKey, hosts: endpoints.hosts, limitMs };
	const http = withSecretsRedacted(createTestHttp(ctx, settings), [apiKey]);
	return (
		(await told('base', () => probeApi(http, endpoints))) ??
		told(metadataUrl.trim() === '' ? 'baseForMetadata' : 'metadata', () =>
			probeMetadata(http, endpoints),
		)
	);
}

async function told(asked: Asked, probe: () => Promise<void>): Promise<string | undefined> {
	const probed = await settle(probe);
	if (probed.ok) return undefined;
	return probed.error instanceof AiAppError
		? wordsFor(probed.error, asked)
		: ownWords(probed.error);
}

/** Of values that cannot be used at all; their errors say what to do. */
function ownWords(error: unknown): string {
	if (error instanceof AiAppError) return say`${error}. ${error.advice}`;
	return say`The credential could not be tested (${String(error)})`;
}

const EMPTY_KEY = 'The API Key is empty. Paste the key from the account settings of the service.';
const BROKEN_KEY =
	'The API Key holds a character that cannot be part of a key, such as a space, a line break or an invisible one. Nothing was sent. Copy the key again and paste it alone, without a word such as Bearer.';
