import { testCredential } from '../../scripts/n8n/credentials.mts';
import { openTestStage, type TestStage } from './testStage.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage({ N8N_SSRF_PROTECTION_ENABLED: 'true' });
});

afterAll(() => stage?.close());

test('the test of a credential asks no address that n8n blocks, and says who can allow it', async () => {
	const { rest, credential, credentialDraft, emulator } = stage;

	expect(await testCredential(rest, credential, credentialDraft)).toEqual({
		status: 'Error',
		message: expect.stringMatching(/^Base URL: .*SSRF protection of this n8n.*administrator/),
	});
	expect(emulator.requests()).toEqual([]);
});
