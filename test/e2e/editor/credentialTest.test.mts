import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import { useEditorStage } from '../stage/editorStage.mts';

const shared = useEditorStage();

type Values = Readonly<Record<string, string>>;
type Wrong = { readonly on?: Operation; readonly effect?: FaultEffect; readonly values?: Values };

/** A new credential with the right values but for these, saved, which n8n follows by its test. */
async function savedCredential(values: Values = {}) {
	const { apiKey, apiUrl: baseUrl, metaUrl: metadataUrl, storageUrl } = shared.stage.emulator;
	const credential = await shared.editor.newCredential('AI App API');
	await credential.toggle('moreSettings');
	await credential.fill({ apiKey, baseUrl, metadataUrl, storageUrl, ...values });
	await credential.save();
	return credential;
}

afterEach(() => shared.stage.emulator.clearFaults());

test('a valid credential is shown in green', async () => {
	const credential = await savedCredential();

	await credential.accepted();
});

const NOWHERE = 'http://127.0.0.1:9';
const PAGE = { type: 'html', status: 200 } as const;
const ELSEWHERE = { type: 'redirect', to: NOWHERE } as const;

test.each<[string, Wrong, RegExp]>([
	[
		'a wrong key',
		{ values: { apiKey: 'sk-not-this-one' } },
		/didn't accept the API key \(.*HTTP 401\)\. Paste the key again/,
	],
	[
		'a disabled key',
		{ on: 'wallet', effect: { type: 'refuse', code: 30001 } },
		/The account of this API key is disabled \(code 30001\)\. Ask the service's support/,
	],
	['a web page', { on: 'wallet', effect: PAGE }, /Unexpected response from 'Base URL'/],
	[
		'a redirect',
		{ on: 'wallet', effect: ELSEWHERE },
		/'Base URL' redirects to another URL \(HTTP 302\)/,
	],
	[
		'a wrong port',
		{ values: { baseUrl: NOWHERE } },
		/'Base URL': The service couldn't be reached \(connection refused\)/,
	],
	[
		'a web page for metadata',
		{ on: 'detail', effect: PAGE },
		/Unexpected response from 'Metadata URL'/,
	],
	[
		'a wrong port for metadata',
		{ values: { metadataUrl: NOWHERE } },
		/'Metadata URL': The service couldn't be reached \(connection refused\)/,
	],
])('%s is shown in red, with what to do about it', async (_, { on, effect, values }, words) => {
	if (on && effect) shared.stage.emulator.addFault({ on, effect, times: Infinity });

	const credential = await savedCredential(values);

	expect(await credential.refused()).toMatch(words);
});
