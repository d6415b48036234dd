import { boundToken } from '../../../client/api/callbackToken';
import type { Parameters } from '../instance.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

/** The app doesn't exist, so that no call follows if the URL is accepted. */
function withCallback(more: object): Parameters {
	const appId = { __rl: true, mode: 'id', value: 'x' };
	return runForm({}, { waitMode: 'callback', appId, ...more } as Parameters);
}

describe.each([
	'http://localhost:5678/webhook/x',
	'http://192.168.1.7/webhook/x',
	'http://[::1]:5678/webhook/x',
	'http://127.0.0.1:1/webhook/x',
])('%s, for a service on the internet', (callbackUrl) => {
	const run = (options: object) =>
		service.run({
			parameters: withCallback({ callbackUrl, options }),
			credential: { apiKey: 'k', baseUrl: 'https://api.example.com' },
		});

	it('is rejected before anything is read or created', async () => {
		const { error } = await run({});

		expect(error?.message).toContain(
			`'Callback URL' looks private (${new URL(callbackUrl).origin})`,
		);
		expect(error?.description).toContain('WEBHOOK_URL');
		expect(error?.description).toContain('Allow Private Callback URL');
	});

	it('is used if the user allows it', async () => {
		expect((await run({ allowPrivateCallbackUrl: true })).error?.message).toContain('app ID');
	});
});

it.each([
	['an empty URL is rejected', ' ', 'The callback URL is empty'],
	['another text is rejected', 'n8n.example.com', "The callback URL isn't an http(s) URL"],
	[
		'a private URL is accepted if the service is private',
		'http://localhost:5678/a',
		'"x" isn\'t an app ID',
	],
])('%s, before anything is read or created', async (_, callbackUrl, message) => {
	const { error } = await service.run({ parameters: withCallback({ callbackUrl }) });

	expect(error?.message).toBe(message);
	expect(service.emulator.requests()).toEqual([]);
});

const elsewhere = 'https://elsewhere.example.com/hook';
const ownTrigger = 'http://127.0.0.1:1/webhook/x';

const credential = () => ({ ...service.credential, callbackToken: 'callback-token-1' });
const catWithCallback = (callbackUrl: string) =>
	runForm({ [PROMPT]: 'a cat' }, { waitMode: 'callback', callbackUrl });

function sentToken(): unknown {
	const created = service.emulator.requests().find(({ operation }) => operation === 'create');
	return created?.headers['x-service-task-authorization'];
}

it.each([
	['not to another URL', '', elsewhere, undefined],
	[
		'to another URL that the credential allows',
		'https://elsewhere.example.com',
		elsewhere,
		'Bearer callback-token-1',
	],
	[
		'to this n8n instance as one for that URL only',
		'http://127.0.0.1:1',
		ownTrigger,
		`Bearer ${boundToken('callback-token-1', ownTrigger)}`,
	],
])('the callback token is sent %s', async (_, callbackTokenUrls, callbackUrl, token) => {
	await service.run({
		parameters: catWithCallback(callbackUrl),
		credential: { ...credential(), callbackTokenUrls },
	});

	expect(sentToken()).toBe(token);
});

it('a hint says that the token was not sent, and to which URL', async () => {
	const callbackUrl = 'http://localhost:1/webhook/x';

	const { hints } = await service.run({
		parameters: catWithCallback(callbackUrl),
		credential: credential(),
	});

	expect(hints).toEqual([
		expect.stringMatching(
			/token wasn't sent to http:\/\/localhost:1, .* instance \(http:\/\/127\.0\.0\.1:1\)/,
		),
	]);
});

it('no hint mentions a token if there is none, or if it was sent', async () => {
	const there = await service.run({
		parameters: catWithCallback(elsewhere),
		credential: service.credential,
	});
	const here = await service.run({
		parameters: catWithCallback(ownTrigger),
		credential: credential(),
	});

	expect([there.hints, here.hints]).toEqual([[], []]);
});
