import { ownMember, type HttpFailure } from '../../../client/index';

/**
 * Causes before the first byte of a request is sent: its URL and its headers, name lookup, connection
 * refused, and the certificate check of the TLS handshake.
 */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|ERR_INVALID_(CHAR|HTTP_TOKEN|PROTOCOL|URL)|ERR_UNESCAPED_CHARACTERS)/;

/**
 * Why a request has no answer, by the error that n8n's helper threw.
 * @param cancel aborted if the execution was stopped
 * @param timeout aborted if the time of the request is over
 */
export function noAnswerFrom(
	rejection: unknown,
	cancel: AbortSignal | undefined,
	timeout: AbortSignal,
): HttpFailure {
	if (cancel?.aborted) return { noAnswer: 'aborted', reason: 'stopped' };
	if (timeout.aborted) return { noAnswer: 'timeout', reason: 'time limit reached' };
	if (isBlockedByN8n(rejection)) return { noAnswer: 'notSent', reason: BLOCKED };
	const code = networkCodeOf(rejection) ?? 'ECONNRESET';
	const isSent = !NOT_SENT.test(code) && !isConnecting(rejection);
	return { noAnswer: isSent ? 'lost' : 'notSent', reason: reasonFor(code) };
}

function reasonFor(code: string): string {
	const ofTls = TLS_WORDS.find(([codes]) => codes.test(code));
	return ownMember(WORDS, code) ?? ofTls?.[1] ?? code;
}

/** n8n replaces messages that contain one of these codes by its own texts, without our advice. */
const WORDS: Readonly<Record<string, string>> = {
	EAI_AGAIN: 'host name not found',
	ECONNABORTED: 'connection lost',
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection lost',
	EHOSTUNREACH: 'host unreachable',
	ENOTFOUND: 'host name not found',
	EPIPE: 'connection lost',
	ETIMEDOUT: 'time limit reached',
};

/** Causes of a failed TLS handshake, with what to do. */
const TLS_WORDS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^(EPROTO|ERR_SSL_)/, 'TLS handshake failed, the URL may have to begin with http://'],
	[/^ERR_TLS_CERT_ALTNAME/, 'its TLS certificate is for another host name'],
	[/^CERT_(HAS_EXPIRED|NOT_YET_VALID)/, 'its TLS certificate has expired or is not valid yet'],
	[
		/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY))/,
		'its TLS certificate is not trusted, an n8n administrator can trust its issuer with NODE_EXTRA_CA_CERTS',
	],
];

const BROKEN =
	/^(ABORT_ERR|ECONN(ABORTED|RESET)|EPIPE|ERR_CANCELED|ERR_STREAM_(DESTROYED|PREMATURE_CLOSE)|ETIMEDOUT)$/;

/** Whether a body couldn't be read to its end. Other errors mean that it couldn't be stored. */
export function isBrokenConnection(rejection: unknown): boolean {
	return BROKEN.test(networkCodeOf(rejection) ?? '');
}

const MAX_DEPTH = 5;

type CauseOfRejection = Readonly<
	Partial<Record<'cause' | 'code' | 'name' | 'syscall', unknown>>
> & {
	/** The errors of a host with several addresses, one for each address. */
	readonly errors?: readonly unknown[];
};

/** n8n wraps the error of its HTTP library, so the code may be a few causes deep. */
function causesOf(rejection: unknown): CauseOfRejection[] {
	const causes: CauseOfRejection[] = [];
	let current = rejection;
	while (causes.length < MAX_DEPTH && typeof current === 'object' && current !== null) {
		causes.push(current);
		const { cause, errors }: CauseOfRejection = current;
		current = cause ?? errors?.at(0);
	}
	return causes;
}

function networkCodeOf(rejection: unknown): string | undefined {
	const codes = causesOf(rejection).map(({ code }) => (typeof code === 'string' ? code : ''));
	return codes.find((code) => /^[A-Z][A-Z0-9_]+$/.test(code));
}

/** Whether there was no connection yet, to the service or to a proxy. */
function isConnecting(rejection: unknown): boolean {
	return causesOf(rejection).some(({ syscall }) => syscall === 'connect');
}

/** n8n's SSRF protection checks a host before anything is sent to it. */
function isBlockedByN8n(rejection: unknown): boolean {
	return causesOf(rejection).some(({ name }) => /^SsrfBlocked/.test(String(name)));
}

const BLOCKED =
	"n8n's SSRF protection blocks this host, an n8n administrator can allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES";
