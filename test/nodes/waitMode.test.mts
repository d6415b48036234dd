import { PICTURE_APP, PROMPT, runForm, useService } from './service.mts';

const service = useService();

const created = () => service.emulator.requests().find(({ operation }) => operation === 'create');
const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

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

	it('a failed task fails the item', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

		const { error } = await service.run({ parameters: held() });

		expect(error?.message).toContain("didn't succeed");
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
		['an invalid URL', { callbackUrl: 'my trigger' }, "'Callback URL' isn't an http(s) URL"],
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

it('a hint above the output summarizes several items', async () => {
	const { hints } = await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
		items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
	});

	expect(hints).toEqual(['3 tasks finished (4.8 billed seconds).']);
});
