import type { FaultEffect } from '../../emulator/index.mts';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { AiAppTrigger } from '../../nodes/AiApp/AiAppTrigger.node';
import { testConnection } from '../../nodes/AiApp/methods/credentialTest';
import { createCredentialTestHttp } from '../../nodes/AiApp/transport/credentialTestHttp';
import { red, testContext, useTestedCredential, NO_APP } from './testedCredential.mts';
import { tracesIn } from '../secrets/tracesIn.mts';

const { service, testOf, goesWrong, asked } = useTestedCredential();

describe('a valid credential is green', () => {
	it('after requesting the wallet and a nonexistent app with the key', async () => {
		expect(await testOf()).toEqual({ status: 'OK', message: expect.stringMatching(/accepts/) });

		expect(asked()).toEqual(['api /v1/wallet', NO_APP]);
		for (const { headers } of service.emulator.requests())
			expect(headers).toMatchObject({
				authorization: `Bearer ${service.emulator.apiKey}`,
				'user-agent': 'n8n-nodes-ai-app-tasks',
			});
	});

	it.each(['/', '/v1', '/v1/', ' '])('with URLs that end in "%s"', async (end) => {
		const { baseUrl, metadataUrl } = service.credential;
		const addresses = { baseUrl: `${baseUrl}${end}`, metadataUrl: `${metadataUrl}${end}` };

		expect(await testOf(addresses)).toMatchObject({ status: 'OK' });
	});

	it('with a line break after the key, as copying adds one', async () => {
		const apiKey = `${service.emulator.apiKey}\r\n`;

		expect(await testOf({ apiKey })).toMatchObject({ status: 'OK' });
	});

	it('with either node', () => {
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
		['the account is disabled', 30001, /is disabled \(code 30001\).*another account/],
		['the account is not verified', 30019, /verified first \(code 30019\)/],
		['its quota is used up', 20094, /quota of this API key is used up/],
	])('%s', async (_, code, words) => {
		goesWrong('wallet', { type: 'refuse', code });

		expect(await testOf()).toEqual(red(words));
	});

	it.each([
		['none', ' ', /'API Key' is empty/],
		['a line break', 'sk-first\r\nsecond: line', /keys can't have/],
		['an invisible character', 'sk-0123456789\u200babcdef', /keys can't have/],
		['the name of the scheme', 'Bearer sk-0123456789abcdef', /keys can't have/],
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
	['a URL that is not text', { baseUrl: 7 }, /Base URL/],
])('%s is rejected before anything is sent', async (_, changed, words) => {
	expect(await testOf(changed)).toEqual(red(words));
	expect(asked()).toEqual([]);
});

it('a credential without any values is red, not an exception', async () => {
	expect(await testConnection(testContext(), undefined)).toMatchObject({ status: 'Error' });
});
