import { say, type AiAppError } from '../../../client/index';

/** The address that was asked; where the Metadata URL is empty, the Base URL is asked for apps, too. */
export type Asked = 'base' | 'metadata' | 'baseForMetadata';

type Field = 'Base URL' | 'Metadata URL';

/**
 * What went wrong when an address of the credential was asked, and what to do about it, for the
 * panel of the credential. Names the field that is meant.
 */
export function wordsFor(error: AiAppError, asked: Asked): string {
	const field = asked === 'metadata' ? 'Metadata URL' : 'Base URL';
	switch (error.kind) {
		case 'credential':
			return refusedKey(error, field);
		case 'forbidden':
			return forbidden(error, field);
		case 'unreachable':
		case 'no_response':
			return say`${field}: ${error}. Check the ${field}: https:// or http://, host name and port. This n8n must be able to reach it.`;
		case 'busy':
			return say`${field}: ${error}. The credential could not be tested. Wait a minute and press Retry.`;
		case 'service_error':
			return say`${field}: ${error}. The credential could not be tested. Press Retry later. If this goes on, check the ${field}.`;
		default:
			if (isOfTheService(error)) return refused(error, field);
			if (error.details.httpStatus === 403) return forbidden(error, field);
			return asked === 'baseForMetadata' ? NO_APPS : another(error, field);
	}
}

/** It refuses with codes of its own, and knows the paths that were asked for. */
function isOfTheService({ details: { code, httpStatus } }: AiAppError): boolean {
	return code !== undefined && httpStatus !== 404;
}

function another({ details: { httpStatus } }: AiAppError, field: Field): string {
	if (httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400)
		return say`The ${field} redirects to another address (HTTP ${httpStatus}), and the API key is not sent there. Enter the address that it leads to as ${field}, with https:// where the service uses it.`;
	const page = httpStatus === undefined ? 'a web page' : say`a web page (HTTP ${httpStatus})`;
	const meant = field === 'Base URL' ? 'that tasks are created at' : 'that apps are read from';
	return say`Something other than the service answers at the ${field}, such as ${page}. Enter the address ${meant}, as the documentation of the service shows it, not that of its website.`;
}

const NO_APPS =
	'The Base URL has no apps, and the Metadata URL is empty. Enter the address that apps are read from as Metadata URL, as the documentation of the service shows it.';

function refusedKey(error: AiAppError, field: Field): string {
	if (field === 'Metadata URL')
		return say`${field}: ${error}. The Base URL accepts it, so the Metadata URL may belong to another deployment. Enter the one that goes with the Base URL.`;
	return say`${error}. Paste the key again, or make a new one in the account settings of the service. It must belong to the deployment at the Base URL.`;
}

function forbidden(error: AiAppError, field: Field): string {
	const { code } = error.details;
	if (code === '30001')
		return 'The account of this API key is disabled (code 30001). Ask the support of the service to enable it, or use the API key of another account.';
	if (code === '30019')
		return 'The account of this API key must be verified first (code 30019). Verify it in the account settings of the service and press Retry.';
	return say`${field}: ${error}. Check that the ${field} is one of the service. If it is, a firewall on the way may block this n8n, or the account may not use the API.`;
}

/** A code that nobody knows may be that of another server, which tells its success or failure by it. */
function refused(error: AiAppError, field: Field): string {
	if (error.kind === 'quota' || error.kind === 'balance') return say`${error}. ${error.advice}`;
	return say`${field}: ${error}. Check that the ${field} is one of the service. If it is, look up the code in the documentation of the service.`;
}
