import type { Parameters } from './instance.mts';
import { runForm, useService } from './service.mts';

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

it('a private URL is accepted if the service is in a private network itself', async () => {
	const { error } = await service.run({
		parameters: withCallback({ callbackUrl: 'http://localhost:5678/webhook/x' }),
	});

	expect(error?.message).toContain('app ID');
});

it.each([
	['an empty URL', ' ', "'Callback URL' is empty"],
	['another text', 'n8n.example.com', "'Callback URL' isn't an http(s) URL"],
])('%s is rejected before anything is read or created', async (_, callbackUrl, message) => {
	const { error } = await service.run({ parameters: withCallback({ callbackUrl }) });

	expect(error?.message).toBe(message);
	expect(service.emulator.requests()).toEqual([]);
});
