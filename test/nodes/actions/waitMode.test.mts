import { boundToken } from '../../../client/api/callbackToken';
import type { Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const STEPS = '3:KSampler.steps';
const callbackUrl = 'http://127.0.0.1:1/webhook/x';

const created = () => service.emulator.requests().find(({ operation }) => operation === 'create');
const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

describe('a line above the output says where the results of tasks that run on arrive', () => {
	// The description of the mode says how to get them, and the next node may do it already.
	it.each([
		['callback', [expect.stringContaining("'Callback URL'")]],
		['none', []],
	])('%s', async (waitMode, lines) => {
		const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode, callbackUrl });

		const { hints } = await service.run({ parameters, items: [{ json: {} }, { json: {} }] });

		expect(hints).toEqual(lines);
	});

	it('but not if there are none', async () => {
		const parameters = runForm({ [STEPS]: 99 }, { waitMode: 'callback', callbackUrl });

		const { hints } = await service.run({
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(hints.join()).not.toContain("doesn't wait");
	});
});

describe('Keep Connection Open', () => {
	const held = (more = {}) => runForm({ [PROMPT]: 'a cat' }, { waitMode: 'keepOpen', ...more });

	it('uses the result in the single response', async () => {
		service.emulator.plan({ runningMs: 400_000 });

		const ended = await service.run({ parameters: held({ downloadFiles: true }) });

		expect(json(ended)).toMatchObject({
			app_id: PICTURE_APP,
			status: 'Success',
			outputs: [{ ok: true }],
		});
		expect(ended.outputs[0]?.[0]?.binary?.data?.mimeType).toBe('image/png');
		expect(service.emulator.requests().map(({ operation }) => operation)).toEqual([
			'detail',
			'create',
			'download',
		]);
	});

	it('takes a wait time that is no whole number of milliseconds', async () => {
		const { error } = await service.run({ parameters: held({ options: { maxWaitMinutes: 4.1 } }) });

		expect(error).toBeUndefined();
	});

	it('waits for a minute, even if Max Wait Time is shorter', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 40_000 });

		const { error, outputs } = await service.run({
			parameters: held({ options: { maxWaitMinutes: 0.1 } }),
		});

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success' });
		expect(service.creates()).toBe(1);
	});

	it('a failed task fails the item', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

		const { error } = await service.run({ parameters: held() });

		expect(error?.message).toContain('The task failed');
		expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	});

	it('without a response a task may exist, and no attempt creates a second one', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { error } = await service.run({
			parameters: held(),
			settings: { retryOnFail: true, maxTries: 3 },
		});

		expect(error?.message).toContain('may already exist');
		expect(service.creates()).toBe(1);
	});
});

describe('Return Immediately and Call URL', () => {
	const elsewhere = 'https://elsewhere.example.com/hook';
	const withCallback = (more = {}) =>
		runForm({ [PROMPT]: 'a cat' }, { waitMode: 'callback', callbackUrl: elsewhere, ...more });
	const credential = () => ({ ...service.credential, callbackToken: 'callback-token-1' });

	it('returns the request ID at once and gives the service the callback URL', async () => {
		const ended = await service.run({
			parameters: withCallback({
				options: { taskHeaders: { values: [{ name: 'Order-Id', value: 'A 7' }] } },
			}),
			credential: credential(),
		});

		expect(json(ended)).toEqual({
			request_id: service.emulator.tasks()[0]?.requestId,
			app_id: PICTURE_APP,
			app_name: 'Picture from Text',
		});
		expect(created()?.headers).toMatchObject({
			'x-service-task-webhook-url': elsewhere,
			'x-service-task-order-id': 'A 7',
		});
		expect(created()?.headers).not.toHaveProperty('x-service-task-async');
	});

	it.each([
		['a header that chooses the mode', header('Async', 'enable'), "isn't a valid header name"],
		[
			'a header for the token',
			header('X-Service-Task-Authorization', 'x'),
			"isn't a valid header name",
		],
		['a name that is no token', header('Order Id', 'x'), "isn't a valid header name"],
		['a value with a line break', header('Order-Id', 'x\r\nHost: y'), "can't be sent"],
	])('%s is rejected, and nothing is created', async (_, more, message) => {
		const { error } = await service.run({ parameters: withCallback(more) });

		expect(error?.message).toContain(message);
		expect(service.creates()).toBe(0);
	});

	function header(name: string, value: string) {
		return { options: { taskHeaders: { values: [{ name, value }] } } };
	}
});

const allJson = ({ outputs }: Ended) => (outputs[0] ?? []).map((item) => item.json);
const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);
const operations = () => service.emulator.requests().map(({ operation }) => operation);

/** Runs the app for three items with a prefix that the service does not know. */
function run(more: Parameters, settings = {}): Promise<Ended> {
	return service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, more),
		credential: { ...service.credential, taskHeaderPrefix: 'X-Acme-Task-' },
		items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
		settings,
	});
}

const MODES: readonly (readonly [string, Parameters])[] = [
	['Return Immediately', { waitMode: 'none' }],
	['Return Immediately and Call URL', { waitMode: 'callback', callbackUrl }],
	['Pause Execution', { waitMode: 'pause' }],
	['Wait for Result', { waitMode: 'poll' }],
];

const TOO_LATE = { type: 'processThenAnswer', status: 504 } as const;

describe.each(MODES)("a service that doesn't support the task headers: %s", (_, mode) => {
	it('uses the results in the responses to the creates, and shows one hint about Task Header Prefix', async () => {
		const ended = await run(mode);

		expect(ended.error).toBeUndefined();
		expect(ended.run.data.waitTill).toBeUndefined();
		expect(allJson(ended)).toMatchObject(
			ids().map((request_id) => ({ request_id, status: 'Success', outputs: [{ ok: true }] })),
		);
		expect(operations()).toEqual(['detail', 'create', 'create', 'create']);
		const { hints } = ended;
		expect(hints.filter((hint) => hint.includes("Check 'Task Header Prefix'"))).toHaveLength(1);
		expect(hints.join()).not.toContain("doesn't wait");
	});

	it('a task that takes too long is unconfirmed, and the advice names the prefix', async () => {
		service.emulator.addFault({ on: 'create', effect: TOO_LATE, times: Infinity });

		const { error } = await run(mode);

		expect(error?.message).toContain("didn't confirm whether the task was created");
		expect(error?.description).toContain('The task may exist');
		expect(error?.description).toContain("check 'Task Header Prefix'");
	});
});

it.each(MODES.slice(2))(
	'%s: a task that takes too long is sent once, however often the node is retried',
	async (_, mode) => {
		service.emulator.addFault({ on: 'create', effect: TOO_LATE, times: Infinity });

		await run(mode, { retryOnFail: true, maxTries: 3 });

		expect(service.creates()).toBe(3);
		expect(service.emulator.tasks()).toHaveLength(3);
	},
);

it.each([
	['Return Immediately and Call URL', { waitMode: 'callback', callbackUrl }],
	['Pause Execution', { waitMode: 'pause' }],
])('%s says that no callback will come', async (_, mode) => {
	const { hints } = await run(mode);

	expect(hints.join()).toContain("won't send a callback");
});

it('Keep Connection Open needs no task headers', async () => {
	const ended = await run({ waitMode: 'keepOpen' });

	expect(allJson(ended)).toMatchObject(ids().map((request_id) => ({ request_id })));
	expect(ended.hints.join()).not.toContain('Task Header Prefix');
	expect(service.creates()).toBe(3);
});

it.each(MODES)("%s: a failed task doesn't lead to a second one", async (_, mode) => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

	const ended = await run(mode, { onError: 'continueRegularOutput' });

	expect(service.creates()).toBe(3);
	expect(JSON.stringify(allJson(ended))).toContain('Out of memory');
});

describe('Callback URL', () => {
	/** The app doesn't exist, so that no call follows if the URL is accepted. */
	function withCallback(more: object): Parameters {
		const appId = { __rl: true, mode: 'id', value: 'x' };
		return runForm({}, { waitMode: 'callback', appId, ...more } as Parameters);
	}

	describe.each(['http://localhost:5678/webhook/x', 'http://192.168.1.7/webhook/x'])(
		'%s, for a service on the internet',
		(callbackUrl) => {
			const run = (more: object) =>
				service.run({
					parameters: withCallback({ callbackUrl }),
					credential: {
						apiKey: 'k',
						baseUrl: 'https://api.example.com',
						moreSettings: true,
						storageUrl: 'http://10.0.0.7:9000',
						...more,
					},
				});

			it('is rejected before anything is read or created', async () => {
				const { error } = await run({});

				expect(error?.message).toContain(
					`'Callback URL' looks private (${new URL(callbackUrl).origin})`,
				);
				expect(error?.description).toContain('WEBHOOK_URL');
				expect(error?.description).toContain('Service Reaches Private URLs');
			});

			it('is used if the credential says that the service reaches it', async () => {
				expect((await run({ reachesPrivateUrls: true })).error?.message).toContain('app ID');
			});
		},
	);

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

		expect(hints).toContainEqual(
			expect.stringMatching(
				/token wasn't sent to http:\/\/localhost:1, .* instance \(http:\/\/127\.0\.0\.1:1\)/,
			),
		);
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

		expect([there.hints, here.hints].join()).not.toContain('token');
	});
});
