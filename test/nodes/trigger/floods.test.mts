import { useService } from '../service.mts';
import { BEARER, createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';
import { until } from '../../until.mts';
import type { TriggerHost } from './triggerHost.mts';

const service = useService();
const listen = useTriggers(service);

const MOST_OF_ANYBODY = 10;
const PADDING = 'x'.repeat(1024 ** 2);

/** The time limit of a callback is real time, of which ten megabytes take their share. */
beforeEach(() => {
	jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
});

/** How many tasks the service has been asked about. */
const asked = () =>
	service.emulator.requests().filter(({ operation }) => operation === 'status').length;

/** Calls about tasks without a response of the service, until the node has all of them. */
async function flood(host: TriggerHost, count: number, headers = {}): Promise<void> {
	const { emulator } = service;
	emulator.addFault({ on: 'status', times: count, effect: { type: 'hang' } });
	const before = host.calls();
	for (let n = 0; n < count; n++) {
		const body = { request_id: `made-up-${n}`, padding: PADDING };
		// They end when the host does.
		void post(host, body, headers).catch(() => undefined);
	}
	await until(() => host.calls() === before + count && asked() > 0);
}

describe('a flood of callbacks', () => {
	it.each([
		['without a token', 1, {}, {}],
		['with one', 5, { callbackToken: TOKEN }, BEARER],
	])(
		'at a trigger %s causes %i requests to the service at a time',
		async (_, most, settings, headers) => {
			const host = await listen({}, settings);

			await flood(host, 10, headers);
			await until(() => asked() === most);

			// When one more call has its response, the service would have got a request.
			await post(host, { other: 7 }, headers);
			expect(asked()).toBe(most);
		},
	);

	it("at one trigger doesn't delay callbacks of another", async () => {
		const open = await listen();
		const guarded = await listen({}, { callbackToken: TOKEN });
		const requestId = await createTask(service);
		await flood(open, 1);
		await flood(open, MOST_OF_ANYBODY - 1);

		expect(await post(open, { request_id: requestId })).toEqual({
			status: 503,
			message: 'Too many callbacks at once, try again later',
		});
		service.emulator.clearFaults();
		expect(await post(guarded, { request_id: requestId }, BEARER)).toMatchObject({ status: 200 });
		expect(guarded.started).toMatchObject([{ request_id: requestId }]);
	});

	it('keeps no bodies in memory while callbacks wait', async () => {
		const host = await listen();

		await flood(host, 10);

		expect(host.bodies()).toEqual(Array.from({ length: 10 }, () => ({ bytes: 0, body: {} })));
	});

	it('keeps none while they wait for the execution of the first, which gets its complete body', async () => {
		const host = await listen({ parameters: { resultSource: 'callback' } });
		let begin = () => {};
		const begun = new Promise<void>((resolve) => (begin = resolve));
		host.onStart(() => begun);
		const outputs = [{ object_url: 'https://files.example.com/a.png', output_ext: '.png' }];
		const body = { request_id: 'sent', status: 'Success', outputs, padding: PADDING };

		const answers = [post(host, body), post(host, body)];
		await until(() => host.calls() === 2);
		expect(host.bodies()).toEqual(Array.from({ length: 2 }, () => ({ bytes: 0, body: {} })));

		begin();
		expect(await Promise.all(answers)).toMatchObject([{ status: 200 }, { status: 200 }]);
		expect(host.started).toMatchObject([
			{ request_id: 'sent', outputs: [{ url: 'https://files.example.com/a.png', ok: true }] },
		]);
	});
});
