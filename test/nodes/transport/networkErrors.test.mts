import { SsrfBlockedHostnameError, SsrfBlockedIpError } from '@n8n/backend-network';
import { noAnswerFrom } from '../../../nodes/AiApp/transport/networkErrors';

const timeout = () => AbortSignal.timeout(60_000);

it.each([
	['address', new SsrfBlockedIpError('127.0.0.1')],
	['name', new SsrfBlockedHostnameError('api.example.com')],
])(
	"a request blocked by the %s of n8n's SSRF protection was not sent, and the message says why",
	(_, error) => {
		const wrapped = new Error('The request failed', { cause: error });

		for (const rejection of [error, wrapped])
			expect(noAnswerFrom(rejection, undefined, timeout())).toEqual({
				noAnswer: 'notSent',
				reason: expect.stringContaining('N8N_SSRF_ALLOWED_HOSTNAMES'),
			});
	},
);

it.each([
	['lost', { code: 'ECONNRESET' }],
	['lost', { code: 'EHOSTUNREACH', syscall: 'read' }],
	['lost', { code: 'ETIMEDOUT', syscall: 'read' }],
	['lost', {}],
	['notSent', { code: 'EHOSTUNREACH', syscall: 'connect' }],
	['notSent', { code: 'ETIMEDOUT', syscall: 'connect' }],
	['notSent', { code: 'ETIMEDOUT', errors: [{ code: 'ETIMEDOUT', syscall: 'connect' }] }],
	['notSent', { code: 'ERR_INVALID_URL' }],
	['notSent', { code: 'ERR_INVALID_CHAR' }],
	['notSent', { code: 'ERR_INVALID_HTTP_TOKEN' }],
	['notSent', { code: 'ERR_UNESCAPED_CHARACTERS' }],
])('a request is %s that ends with %j', (noAnswer, cause) => {
	const wrapped = new Error('The request failed', { cause });

	for (const rejection of [cause, wrapped])
		expect(noAnswerFrom(rejection, undefined, timeout())).toMatchObject({ noAnswer });
});

it.each([
	['EPROTO', 'http://'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'http://'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name'],
	['CERT_HAS_EXPIRED', 'has expired'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
])('a TLS handshake that fails with %s is explained in plain words', (code, words) => {
	const { reason } = noAnswerFrom({ code }, undefined, timeout());

	expect(reason).toContain(words);
	expect(reason).not.toContain(code);
});
