import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SsrfBlockedIpError } from '@n8n/backend-network';
import type { FaultEffect } from '../../emulator/index.mts';
import { testConnection } from '../../nodes/AiApp/methods/credentialTest';
import { red, testContext, useTestedCredential, NO_APP } from './testedCredential.mts';

const { service, testOf, goesWrong, asked } = useTestedCredential();

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
	['a broken connection', { type: 'reset', when: 'before' }, /didn't respond \(connection lost\)/],
];

describe('the message says what is wrong with the Base URL, and nothing else is called', () => {
	it.each(TROUBLES)('%s', async (_, effect, words) => {
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
	it.each(TROUBLES)('%s', async (_, effect, words) => {
		goesWrong('detail', effect);

		const { status, message } = await testOf();

		expect({ status, message }).toEqual(red(words));
		expect(message).toContain('Metadata URL');
		expect(message).not.toMatch(/Gateway|[<>]/);
		expect(asked()).toEqual(['api /v1/wallet', NO_APP]);
	});

	it('a host that has no apps, such as the API host', async () => {
		const { baseUrl } = service.credential;

		expect(await testOf({ metadataUrl: baseUrl })).toEqual(
			red(/Unexpected response .*'Metadata URL'/),
		);
	});

	it('empty, although the Base URL has no apps', async () => {
		expect(await testOf({ metadataUrl: '' })).toEqual(
			red(/'Base URL' doesn't provide app details.*Enter .* as 'Metadata URL'/),
		);
	});

	it("a host that doesn't accept the key", async () => {
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
	])('%s', async (pasted, removed, left) => {
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
	])('%s', async (_, address, words) => {
		expect(await testOf({ baseUrl: address })).toEqual(red(words));
		expect((await testOf({ baseUrl: address })).message).toContain('Base URL');
		if (address === '') return;
		const { status, message } = await testOf({ metadataUrl: address });
		expect({ status, message }).toEqual(red(words));
		expect(message).toContain('Metadata URL');
	});

	it('https:// without TLS on the server', async () => {
		const baseUrl = service.emulator.apiUrl.replace('http:', 'https:');

		expect(await testOf({ baseUrl })).toEqual(red(/TLS handshake failed.*http:\/\//));
	});

	it.each([
		['that never answers', () => {}],
		['whose answer never ends', (answer: ServerResponse) => void answer.write('{')],
	])('one %s', async (_, begin) => {
		const server = createServer((_request, answer) => begin(answer)).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

		const tested = await testConnection(testContext(), { apiKey: 'sk-0123456789', baseUrl }, 300);

		expect(tested).toEqual(red(/didn't respond \(time limit reached\)/));
		server.closeAllConnections();
		server.close();
	});

	it("one that n8n's SSRF protection blocks", async () => {
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
