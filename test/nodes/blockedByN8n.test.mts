import { SsrfBlockedHostnameError, SsrfBlockedIpError } from '@n8n/backend-network';
import { noAnswerFrom } from '../../nodes/AiApp/transport/noAnswer';

const timeout = () => AbortSignal.timeout(60_000);

it.each([
	['address', new SsrfBlockedIpError('127.0.0.1')],
	['name', new SsrfBlockedHostnameError('api.example.com')],
])('what the SSRF protection of n8n blocks by its %s was not sent, and says why', (_, error) => {
	const wrapped = new Error('The request failed', { cause: error });

	for (const rejection of [error, wrapped])
		expect(noAnswerFrom(rejection, undefined, timeout())).toEqual({
			noAnswer: 'notSent',
			reason: expect.stringContaining('N8N_SSRF_ALLOWED_HOSTNAMES'),
		});
});

it('a lost connection may have been sent', () => {
	const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

	expect(noAnswerFrom(reset, undefined, timeout())).toMatchObject({ noAnswer: 'lost' });
});
