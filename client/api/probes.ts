import { settle } from '../settle';
import { isEnvelope } from './envelope';
import { createCall } from './request';
import type { Endpoints } from './endpoints';
import { AiAppError } from '../errors/AiAppError';
import { kindOfCode } from '../errors/serviceCodes';
import type { Http } from '../ports';

/** No app has so high an ID, and 32 bits still hold it. */
const NO_APP = 2 ** 31 - 1;

type Calls = Pick<Http, 'call'>;

/**
 * Tests the base URL: reads the wallet, which needs the API key and costs nothing (spec: Further
 * endpoints).
 * @throws AiAppError when something other than the service answers, or it does not accept the key
 */
export async function probeApi(http: Calls, { account }: Endpoints): Promise<void> {
	requireEnvelope(await createCall(http)('GET', account.wallet, { wholeBody: true }));
}

/**
 * Tests the metadata URL: reads an app that doesn't exist (spec: Get app information). The service's
 * answer that there is no such app shows that the host has apps. The API key is sent, as with every
 * app.
 * @throws AiAppError when the host has no apps, or does not accept the key
 */
export async function probeMetadata(http: Calls, { appDetail }: Endpoints): Promise<void> {
	const body = await settle(() =>
		createCall(http)('GET', appDetail(NO_APP), { notFound: 'app_not_found', wholeBody: true }),
	);
	if (body.ok) return requireEnvelope(body.value);
	const { error } = body;
	// Only a host with apps has a code for one that does not exist (spec: Errors).
	if (kindOfCode(error.details.code) === 'app_not_found') return;
	throw error;
}

function requireEnvelope(body: unknown): void {
	if (isEnvelope(body)) return;
	throw new AiAppError('unexpected_response', 'Unexpected JSON response');
}
