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

it('a lost connection may have been sent', () => {
	const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

	expect(noAnswerFrom(reset, undefined, timeout())).toMatchObject({ noAnswer: 'lost' });
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
