import { boundToken } from '../../client/api/callbackToken';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const elsewhere = 'https://elsewhere.example.com/hook';
const ownTrigger = 'http://127.0.0.1:1/webhook/x';

const credential = () => ({ ...service.credential, callbackToken: 'callback-token-1' });
const withCallback = (callbackUrl: string) =>
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
		parameters: withCallback(callbackUrl),
		credential: { ...credential(), callbackTokenUrls },
	});

	expect(sentToken()).toBe(token);
});

it('a hint says that the token was not sent, and to which URL', async () => {
	const callbackUrl = 'http://localhost:1/webhook/x';

	const { hints } = await service.run({
		parameters: withCallback(callbackUrl),
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
		parameters: withCallback(elsewhere),
		credential: service.credential,
	});
	const here = await service.run({
		parameters: withCallback(ownTrigger),
		credential: credential(),
	});

	expect([there.hints, here.hints]).toEqual([[], []]);
});
