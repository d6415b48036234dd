import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SsrfBlockedIpError } from '@n8n/backend-network';
import type { FaultEffect } from '../../../emulator/index.mts';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { AiAppTrigger } from '../../../nodes/AiApp/AiAppTrigger.node';
import { testAiAppApi } from '../../../nodes/AiApp/methods/credentialTest';
import { createCredentialTestHttp } from '../../../nodes/AiApp/transport/credentialTestHttp';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { NO_APP, red, testContext, useTestedCredential } from '../testedCredential.mts';

const { service, testOf, goesWrong, asked } = useTestedCredential();

describe('a valid credential is green', () => {
	it('it is green after requesting the wallet and a nonexistent app with the key', async () => {
		expect(await testOf()).toEqual({ status: 'OK', message: expect.stringMatching(/accepts/) });

		expect(asked()).toEqual(['api /v1/wallet', NO_APP]);
		for (const { headers } of service.emulator.requests())
			expect(headers).toMatchObject({
				authorization: `Bearer ${service.emulator.apiKey}`,
				'user-agent': 'n8n-nodes-ai-app-tasks',
			});
	});

	it.each(['/', '/v1', '/v1/', ' '])('it may have URLs that end in "%s"', async (end) => {
		const { baseUrl, metadataUrl } = service.credential;
		const addresses = { baseUrl: `${baseUrl}${end}`, metadataUrl: `${metadataUrl}${end}` };

		expect(await testOf(addresses)).toMatchObject({ status: 'OK' });
	});

	it('it may have a line break after the key, as copying adds one', async () => {
		const apiKey = `${service.emulator.apiKey}\r\n`;

		expect(await testOf({ apiKey })).toMatchObject({ status: 'OK' });
	});

	it('it is green with either node', () => {
		const nodes = [new AiApp(), new AiAppTrigger()];
		const [first, second] = nodes.map(({ methods }) => methods.credentialTest);

		expect(first).toEqual(second);
		for (const { description, methods } of nodes)
			expect(description.credentials).toEqual([
				expect.objectContaining({ testedBy: Object.keys(methods.credentialTest)[0] }),
			]);
	});
});

describe('an invalid key', () => {
	it.each([
		['it is another one', 'sk-not-this-one'],
		['it is too short to be distinguished from other words', 'sk-no'],
	])('%s: the message says what to do, and does not quote the key', async (_, apiKey) => {
		const { status, message } = await testOf({ apiKey });

		expect({ status, message }).toEqual(red(/didn't accept the API key.*Paste the key again/));
		expect(message).not.toContain(apiKey);
	});

	it.each([20004, 20052, 20054, 20093, 30008])('it is rejected with code %i', async (code) => {
		goesWrong('wallet', { type: 'refuse', code, status: 200 });

		expect(await testOf()).toEqual(red(/didn't accept the API key .*Paste the key again/));
	});

	it.each([
		['the account is disabled', 30001, /disabled.*code 30001.*active and verified/],
		['the account is not verified', 30019, /verification.*code 30019.*active and verified/],
		['its quota is used up', 20094, /Raise the quota of this API key/],
	])('%s', async (_, code, words) => {
		goesWrong('wallet', { type: 'refuse', code });

		const { status, message } = await testOf();

		expect({ status, message }).toEqual(red(words));
		expect(message).not.toContain('charged');
	});

	it.each([
		['none', ' ', /'API Key' is empty/],
		['a line break', 'sk-first\r\nsecond: line', /it can't have/],
		['an invisible character', 'sk-0123456789\u200babcdef', /it can't have/],
		['more characters than any header has', 'a'.repeat(20_000), /more than 512 characters/],
		['the name of the scheme', 'Bearer sk-0123456789abcdef', /it can't have/],
	])('%s in it: nothing is sent', async (_, apiKey, words) => {
		const { status, message } = await testOf({ apiKey });

		expect({ status, message }).toEqual(red(words));
		expect(message).not.toContain('sk-');
		expect(asked()).toEqual([]);
	});

	it.each<[string, FaultEffect]>([
		['a page', { type: 'echo', status: 403 }],
		['a refusal', { type: 'answer', status: 401, body: { message: 'KEY is not known' } }],
		['a code', { type: 'answer', status: 400, body: { code: 'KEY', message: '<b>KEY</b>' } }],
	])("%s that quotes it: the message doesn't contain it", async (_, effect) => {
		const apiKey = 'some-account_0123456789-abcdefgh';
		const quoting = JSON.parse(JSON.stringify(effect).replaceAll('KEY', apiKey)) as FaultEffect;
		goesWrong('wallet', quoting);

		const { status, message } = await testOf({ apiKey });

		expect(status).toBe('Error');
		expect(tracesIn(message, apiKey)).toEqual([]);
		expect(message).not.toMatch(/[<>]/);
	});
});

it('nothing is sent to the target of a redirect', async () => {
	goesWrong('wallet', { type: 'redirect', to: `${service.emulator.storageUrl}/elsewhere` });
	await testOf();
	service.emulator.clearFaults();
	goesWrong('detail', { type: 'redirect', to: `${service.emulator.storageUrl}/elsewhere` });
	await testOf();

	expect(asked().filter((each) => each.startsWith('storage'))).toEqual([]);
});

it("nothing is sent to a host that isn't in the credential", async () => {
	const { apiKey, apiUrl, metaUrl } = service.emulator;
	const hosts = [new URL(apiUrl).host];
	const http = createCredentialTestHttp(testContext(), { apiKey, hosts, limitMs: 1_000 });

	const url = `${metaUrl}/v1/x`;
	const answer = await http.call({ method: 'GET', url, timeoutMs: 1_000, maxBytes: 1 });

	expect(answer).toMatchObject({ noAnswer: 'notSent' });
	expect(asked()).toEqual([]);
});

it.each([
	['an odd Task Header Prefix', { taskHeaderPrefix: 'X Service:' }, /Task Header Prefix/],
	['values that are no texts', { apiKey: undefined, baseUrl: 7 }, /'API Key' is empty/],
	['a URL that is not text', { baseUrl: 7 }, /^The base URL isn't a valid URL\. Enter /],
	[
		'a Storage URL without https://',
		{ moreSettings: true, storageUrl: '127.0.0.1:8789' },
		/^The storage URL isn't a valid URL\. Enter 'Storage URL' in the credential with https:/,
	],
])('%s is rejected before anything is sent', async (_, changed, words) => {
	const { status, message } = await testOf(changed);

	expect({ status, message }).toEqual(red(words));
	expect(message).not.toMatch(/Open the AI App API credential|charged/);
	expect(asked()).toEqual([]);
});

it('a private Base URL without a Storage URL is red: files of the first paid task would be refused', async () => {
	const { status, message } = await testOf({ storageUrl: ' ' });

	expect({ status, message }).toEqual(
		red(/API key works.* private network .*'Storage URL', e\.g\. http:/),
	);
	expect(asked()).toEqual(['api /v1/wallet', NO_APP]);
});

it('a credential without any values is red, not an exception', async () => {
	expect(await testAiAppApi.call(testContext(), {})).toMatchObject({ status: 'Error' });
});

/** Responses of other servers, with the message for them. */
const TROUBLES: ReadonlyArray<readonly [string, FaultEffect, RegExp]> = [
	['a web page', { type: 'html', status: 200 }, /Unexpected response from .*HTTP 200/],
	['a web page with 404', { type: 'html', status: 404 }, /Unexpected response .*HTTP 404/],
	['a proxy that wants TLS', { type: 'html', status: 400 }, /Unexpected response .*HTTP 400/],
	['foreign JSON', { type: 'answer', status: 200, body: { ok: true } }, /Unexpected response from/],
	['a list', { type: 'answer', status: 200, body: [] }, /Unexpected response from/],
	['an empty answer', { type: 'answer', status: 200 }, /Unexpected response from/],
	['no content', { type: 'answer', status: 204 }, /Unexpected response from/],
	['more than it should', { type: 'bytes', count: 5_000_000 }, /Unexpected response from/],
	['an unknown code', { type: 'answer', status: 200, body: { code: 0 } }, /code 0, HTTP 200/],
	[
		'a redirect',
		{ type: 'redirect', to: 'http://127.0.0.1:1/' },
		/redirects .*HTTP 302.*isn't sent there/,
	],
	[
		'a server with an internal failure',
		{ type: 'html', status: 503 },
		/HTTP 503.*couldn't be tested.*later/,
	],
	['an error code', { type: 'refuse', code: 60000 }, /code 60000, HTTP 500.*later/],
	['too many calls', { type: 'html', status: 429 }, /busy .*HTTP 429.*Wait a minute/],
	['a wall', { type: 'html', status: 403 }, /HTTP 403.*firewall/],
	[
		'a wall with a code of its own',
		{ type: 'answer', status: 403, body: { code: 1020 } },
		/HTTP 403.*firewall/,
	],
	['a broken connection', { type: 'reset', when: 'before' }, /didn't respond \(connection lost\)/],
];

describe('the message says what is wrong with the Base URL, and nothing else is called', () => {
	it.each(TROUBLES)('it says so about %s', async (_, effect, words) => {
		goesWrong('wallet', effect);

		const { status, message } = await testOf();

		expect({ status, message }).toEqual(red(words));
		expect(message).toContain('Base URL');
		expect(message).not.toContain('Metadata URL');
		expect(message).not.toMatch(/Gateway|[<>]/);
		expect(asked()).toEqual(['api /v1/wallet']);
	});
});

describe('the message names the Metadata URL and says what is wrong with it', () => {
	const some = ['a web page with 404', 'a redirect', 'an error code', 'a broken connection'];

	it.each(TROUBLES.filter(([trouble]) => some.includes(trouble)))(
		'it says so about %s',
		async (_, effect, words) => {
			goesWrong('detail', effect);

			const { status, message } = await testOf();

			expect({ status, message }).toEqual(red(words));
			expect(message).toContain('Metadata URL');
			expect(message).not.toMatch(/Gateway|[<>]/);
			expect(asked()).toEqual(['api /v1/wallet', NO_APP]);
		},
	);

	it('an empty one is red if the Base URL has no apps', async () => {
		expect(await testOf({ metadataUrl: '' })).toEqual(
			red(/'Base URL' doesn't provide app details.*Enter .* as 'Metadata URL'/),
		);
	});

	it("a host that doesn't accept the key is red", async () => {
		goesWrong('detail', { type: 'answer', status: 401, body: '"Token is invalid"' });

		expect(await testOf()).toEqual(red(/'Base URL' accepts .*another service/));
	});
});

describe('a URL with a path says which part to remove', () => {
	it.each([
		['/v1/webapp/', '/v1/webapp', ''],
		['/v1/webapp/task/openapi/create?a=/b', '/v1/webapp/task/openapi/create', ''],
		['/docs/', '/docs', ''],
		['/proxy/v1/webapp', '/v1/webapp', '/proxy'],
		['/docs/v1', '/docs', ''],
	])('it says so for %s', async (pasted, removed, left) => {
		const { apiUrl, metaUrl } = service.emulator;
		const words = (url: string) =>
			`HTTP 404). Remove "${removed}" from the URL, so that it's ${url}${left}. If`;

		const base = await testOf({ baseUrl: `${apiUrl}${pasted}` });
		const metadata = await testOf({ metadataUrl: `${metaUrl}${pasted}` });

		expect(base.message).toContain(`'Base URL' (${words(apiUrl)}`);
		expect(metadata.message).toContain(`'Metadata URL' (${words(metaUrl)}`);
	});
});

describe('a URL without a response', () => {
	it.each([
		['a port where nothing listens', 'http://127.0.0.1:9', /reached \(connection refused\)/],
		['a host that does not exist', 'http://api.invalid', /reached \(host name not found\)/],
		['a text', 'api.example.com', /isn't a valid URL.*https:\/\//],
		['nothing', '', /isn't a valid URL/],
		['a key in it', 'https://sk-0123456789@api.example.com', /isn't a valid URL/],
	])('%s is red', async (_, address, words) => {
		expect(await testOf({ baseUrl: address })).toEqual(red(words));
		expect((await testOf({ baseUrl: address })).message).toContain('Base URL');
		if (address === '') return;
		const { status, message } = await testOf({ metadataUrl: address });
		expect({ status, message }).toEqual(red(words));
		expect(message).toContain('Metadata URL');
	});

	it('https:// is red without TLS on the server', async () => {
		const baseUrl = service.emulator.apiUrl.replace('http:', 'https:');

		expect(await testOf({ baseUrl })).toEqual(red(/TLS handshake failed.*http:\/\//));
	});

	it.each([
		['that never answers', () => {}],
		['whose answer never ends', (answer: ServerResponse) => void answer.write('{')],
	])('one %s is red', async (_, begin) => {
		const server = createServer((_request, answer) => begin(answer)).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const data = { apiKey: 'sk-0123456789', baseUrl };

		const tested = await testAiAppApi.call(testContext(), { data }, 300);

		expect(tested).toEqual(red(/didn't respond \(time limit reached\)/));
		server.closeAllConnections();
		server.close();
	});

	it("one that n8n's SSRF protection blocks is red", async () => {
		const { logger, helpers } = testContext();
		const request = () => Promise.reject(new SsrfBlockedIpError('127.0.0.1'));

		expect(await testOf({}, { logger, helpers: { ...helpers, request } })).toEqual(
			red(/n8n's SSRF protection .*administrator/),
		);
	});
});

it('an untrusted text is quoted in part, and only as text', async () => {
	const foreign = `${'\u001b[31m\r\n<a href="https://evil.example/?key">'}${'x'.repeat(100_000)}`;
	goesWrong('wallet', {
		type: 'answer',
		status: 400,
		body: { code: foreign, message: foreign, request_id: foreign },
	});

	const { message } = await testOf();

	expect(message).toMatch(/^'Base URL': .*evil\.example.*look up the code/);
	expect(message).not.toMatch(/[<>\p{Cc}]|\?key/u);
	expect(message.length).toBeLessThan(1_500);
});
