import { testCredential } from '../../../scripts/n8n/credentials.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

function testWith(changed: Record<string, string>) {
	const { rest, credential, credentialDraft } = stage;
	const data = { ...credentialDraft.data, ...changed };
	return testCredential(rest, credential, { ...credentialDraft, data });
}

test('the right key is green', async () => {
	expect(await testWith({})).toMatchObject({ status: 'OK' });
});

test('the URL may end in a slash or in /v1', async () => {
	const { apiUrl } = stage.emulator;
	expect(await testWith({ baseUrl: `${apiUrl}/` })).toMatchObject({ status: 'OK' });
	expect(await testWith({ baseUrl: `${apiUrl}/v1` })).toMatchObject({ status: 'OK' });
});

test('a wrong key is red, and the text says what to do', async () => {
	expect(await testWith({ apiKey: 'sk-not-this-one' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/didn't accept the API key.*Paste the key again/),
	});
});

test.each([
	['baseUrl', /^'Base URL': .*connection refused/],
	['metadataUrl', /^'Metadata URL': .*connection refused/],
])("a URL that can't be reached is red, and the message names it: %s", async (name, message) => {
	expect(await testWith({ [name]: 'http://127.0.0.1:9' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});
