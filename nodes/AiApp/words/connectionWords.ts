import {
	inOrder,
	kindOf,
	kindOfCode,
	normalizedAddress,
	parseHttpUrl,
	say,
	type AiAppError,
	type ErrorKind,
} from '../../../client/index';
import { adviceFor } from './adviceByKind';

/** The URL that was called; if Metadata URL is empty, Base URL is called for apps, too. */
export type TestedUrl = 'base' | 'metadata' | 'baseForMetadata';

type Field = 'Base URL' | 'Metadata URL';

/**
 * What happened when a URL of the credential was called, and what to do about it, for the panel of
 * the credential. Names the field to correct.
 */
export function wordsForConnection(error: AiAppError, which: TestedUrl, url: string): string {
	const field = which === 'metadata' ? 'Metadata URL' : 'Base URL';
	const { kind } = error;
	if (kind === 'credential') return refusedKey(error, field);
	const deed = DEEDS[kind];
	if (deed !== undefined) return say`'${field}': ${error}. ${deed}`;
	const { code, httpStatus } = error.details;
	if (httpStatus === 403 && !kindOfCode(code))
		return say`'${field}': ${error}. Check that it's a URL of the service. If it is, a firewall may block this n8n instance, or the account may not be allowed to use the API.`;
	if (isOfTheService(error)) return refused(error, field);
	return which === 'baseForMetadata' ? NO_APPS : another(error, field, url);
}

const REACH =
	'Check https:// or http://, the host name and the port. This n8n instance must be able to reach the URL.';

/** What to do if the URL may be right. */
const DEEDS: Readonly<Partial<Record<ErrorKind, string>>> = {
	unreachable: REACH,
	no_response: REACH,
	busy: "The credential couldn't be tested. Wait a minute and click 'Retry'.",
	service_error:
		"The credential couldn't be tested. Click 'Retry' later. If it fails again, check the URL.",
};

/**
 * Whether the service itself refused a call. Its refusals have codes, and it knows all paths that
 * are called, so a 404 is from another server.
 */
function isOfTheService({ details: { code, httpStatus } }: AiAppError): boolean {
	return code !== undefined && httpStatus !== 404;
}

function another(
	{ details: { httpStatus, reason } }: AiAppError,
	field: Field,
	url: string,
): string {
	if (reason === 'redirect')
		return say`'${field}' redirects to another URL (HTTP ${httpStatus}), and the API key isn't sent there. Enter the URL it redirects to, with https:// if the service uses it.`;
	const [meant, other] =
		field === 'Base URL' ? ["the service's API", 'app details'] : ['app details', 'its API'];
	const right = `the URL of ${meant} as shown in the service's documentation, not the URL of its website or of ${other}.`;
	const status = httpStatus === undefined ? '' : say`(HTTP ${httpStatus})`;
	const what = inOrder([`Unexpected response from '${field}'`, status]);
	const path = unneededPath(url);
	if (path === '') return `${what}. Enter ${right}`;
	const left = normalizedAddress(url)?.slice(0, -path.length);
	return say`${what}. Remove "${path}" from the URL, so that it's ${left}. If that doesn't help, enter ${right}`;
}

/** What is probably too much in a URL: an endpoint below /v1, or the path of a page. */
function unneededPath(url: string): string {
	const path = parseHttpUrl(normalizedAddress(url))?.pathname ?? '/';
	const start = path.indexOf('/v1/');
	return path === '/' ? '' : path.slice(Math.max(0, start));
}

const NO_APPS =
	"The API key works, but 'Base URL' doesn't provide app details. Enter the service's URL for app details as 'Metadata URL', as shown in its documentation.";

function refusedKey(error: AiAppError, field: Field): string {
	if (field === 'Metadata URL')
		return say`'${field}': ${error}. 'Base URL' accepts the key, so 'Metadata URL' may belong to another service. Enter the one that belongs to 'Base URL'.`;
	return say`${error}. Paste the key again, or create a new one in the service's account settings. The key must belong to the service at 'Base URL'.`;
}

/** An unknown code may come from another server, which reports success or failure by it. */
function refused(error: AiAppError, field: Field): string {
	if (kindOf(error.kind).isOfAccount) return `${error.message}. ${adviceFor(error)}`;
	return say`'${field}': ${error}. Check that it's a URL of the service. If it is, look up the code in the service's documentation.`;
}
