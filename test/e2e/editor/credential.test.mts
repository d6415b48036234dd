import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import { testCredential } from '../../../scripts/n8n/credentials.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterEach(() => stage.emulator.clearFaults());
afterAll(() => stage?.close());

type Values = Readonly<Record<string, string>>;

/** What the editor shows after "Test"; walkthrough.test.mts sees it in the editor. */
function testWith(changed: Values = {}) {
	const { rest, credential, credentialDraft } = stage;
	const data = { ...credentialDraft.data, ...changed };
	return testCredential(rest, credential, { ...credentialDraft, data });
}

test('the right key is green', async () => {
	expect(await testWith()).toMatchObject({ status: 'OK' });
});

test('the URL may end in a slash or in /v1', async () => {
	const { apiUrl } = stage.emulator;
	expect(await testWith({ baseUrl: `${apiUrl}/` })).toMatchObject({ status: 'OK' });
	expect(await testWith({ baseUrl: `${apiUrl}/v1` })).toMatchObject({ status: 'OK' });
});

test('a wrong key is red, and the text says what to do', async () => {
	expect(await testWith({ apiKey: 'sk-not-this-one' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(
			/didn't accept the API key \(.*HTTP 401\)\. Paste the key again/s,
		),
	});
});

const NOWHERE = 'http://127.0.0.1:9';
const PAGE = { type: 'html', status: 200 } as const;
const ELSEWHERE = { type: 'redirect', to: NOWHERE } as const;
const DISABLED = { type: 'refuse', code: 30001 } as const;

test.each<[string, Values, RegExp]>([
	['Base URL', { baseUrl: NOWHERE }, /^'Base URL': .*couldn't be reached \(connection refused\)/],
	['Metadata URL', { metadataUrl: NOWHERE }, /^'Metadata URL': .*\(connection refused\)/],
])("a URL that can't be reached is red, and the message names it: %s", async (_, url, message) => {
	expect(await testWith(url)).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});

test.each<[string, Operation, FaultEffect, RegExp]>([
	['a disabled key', 'wallet', DISABLED, /disabled.*code 30001.*Check at the service/],
	['a web page', 'wallet', PAGE, /Unexpected response from 'Base URL'/],
	['a redirect', 'wallet', ELSEWHERE, /'Base URL' redirects to another URL \(HTTP 302\)/],
	['a web page for metadata', 'detail', PAGE, /Unexpected response from 'Metadata URL'/],
])('%s is red, with what to do about it', async (_, on, effect, message) => {
	stage.emulator.addFault({ on, effect, times: Infinity });

	expect(await testWith()).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});
