import { SsrfBlockedHostnameError, SsrfBlockedIpError } from '@n8n/backend-network';
import type { Operation } from '../../../emulator/index.mts';
import { createHttp } from '../../../nodes/AiApp/transport/http';
import { noAnswerFrom } from '../../../nodes/AiApp/transport/networkErrors';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

describe('hosts', () => {
	const service = useService();

	const cat = runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true });

	function authorizations(host: 'api' | 'meta' | 'storage'): unknown[] {
		return service.emulator
			.requests()
			.filter((request) => request.host === host)
			.map(({ headers }) => headers.authorization);
	}

	it('the API key goes to the hosts of the credential and to no other', async () => {
		await service.run({ parameters: cat });

		const key = `Bearer ${service.emulator.apiKey}`;
		expect(new Set([...authorizations('api'), ...authorizations('meta')])).toEqual(new Set([key]));
		expect(authorizations('storage')).toEqual([undefined]);
	});

	it('a call to a host or port that is not in the credential is not sent', async () => {
		const http = createHttp({} as never, {}, ['example.com']);
		const url = 'https://example.com:8443/v1/wallet';

		const answer = await http.call({
			method: 'GET',
			url,
			headers: {},
			timeoutMs: 1_000,
			maxBytes: 1,
		});

		expect(answer).toEqual({ noAnswer: 'notSent', reason: 'host is not in the credential' });
	});

	describe('a redirect of an authenticated call is not followed', () => {
		it.each<Operation>(['detail', 'create', 'status', 'outputs'])(
			'it is not followed from %s',
			async (on) => {
				const to = `${service.emulator.storageUrl}/elsewhere`;
				service.emulator.addFault({
					on,
					effect: { type: 'redirect', to, status: 307 },
					times: Infinity,
				});

				const { error } = await service.run({
					parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.2 } }),
				});

				expect(service.emulator.requests().filter(({ host }) => host === 'storage')).toEqual([]);
				if (on !== 'detail') expect(error).toBeDefined();
			},
		);
	});

	describe('result files', () => {
		it("are not fetched from a private host that isn't in the credential", async () => {
			const { error } = await service.run({
				parameters: cat,
				credential: { ...service.credential, storageUrl: '' },
			});

			expect(error?.message).toContain('private host');
			expect(error?.description).toContain('Storage URL');
			expect(authorizations('storage')).toEqual([]);
		});

		it('that are expired are reported with the time', async () => {
			const { outputs } = await service.run({ parameters: runForm({}, { waitMode: 'none' }) });
			await service.time.sleep(20 * 24 * 3_600_000);

			const { error } = await service.run({
				parameters: onTask('getOutputs', String(outputs[0]?.[0]?.json.request_id), {
					downloadFiles: true,
				}),
			});

			expect(error?.message).toContain('the files of this task expired at');
			expect(error?.message).toContain('2026-01-29T00:00:00+08:00');
		});
	});

	describe('a response that is too long is not read to its end', () => {
		it.each([
			['the record of an app', '10 MB', 'detail', cat],
			['the outputs of a task', '10 MB', 'outputs', onTask('getOutputs', 'r-1')],
			['the status of a task', '256 KB', 'status', onTask('getStatus', 'r-1')],
		] as const)('%s of more than %s is cut off', async (_, limit, on, parameters) => {
			const effect = { type: 'bytes', count: 100 * 1024 ** 2 } as const;
			service.emulator.addFault({ on, effect, times: Infinity });
			const body = { code: 20000, data: { request_id: 'r-1', status: 'Success' } };
			if (on === 'outputs')
				service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } });

			const { error } = await service.run({ parameters });

			expect(error?.message).toContain(`more than ${limit}`);
		});
	});
});

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
