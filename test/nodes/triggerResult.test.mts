import { useService } from './service.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

describe('with Use Callback Body', () => {
	const parameters = { resultSource: 'callback' };

	it('uses the body, and the service gets no request', async () => {
		const host = await listen({ parameters });
		const outputs = [
			{
				object_url: 'https://files.example.com/a.png',
				output_ext: '.png',
				error_type: 'NOT_ERROR',
			},
		];

		await post(host, { request_id: 'sent', status: 'Success', outputs });

		expect(host.started).toMatchObject([
			{ request_id: 'sent', outputs: [{ ok: true, file_name: 'sent_1.png' }] },
		]);
		expect(service.emulator.requests()).toEqual([]);
	});

	it.each(['Running', 'Queuing', 'Whatever', undefined])(
		'a body without a final status (%s): 503',
		async (status) => {
			const host = await listen({ parameters });

			const body = { request_id: `sent-${status}`, status };
			expect(await post(host, body)).toMatchObject({ status: 503 });
			expect(host.started).toEqual([]);
		},
	);
});

describe('Trigger On', () => {
	it("a final status that isn't selected: 200, and nothing starts", async () => {
		const host = await listen({ parameters: { triggerOn: ['Failed'] } });
		const requestId = await createTask(service);

		expect(await post(host, { request_id: requestId })).toMatchObject({
			status: 200,
			message: "Ignored: 'Trigger On' doesn't include this status",
		});
		expect(host.started).toEqual([]);
	});

	it.each([
		[
			'Failed',
			{ outcome: 'Failed', errorMessage: 'Out of memory.' },
			{ error_message: 'Out of memory.' },
		],
		['Success', {}, { outputs: [{ ok: true }] }],
	])('a final status that is selected: %s', async (status, plan, item) => {
		const host = await listen({ parameters: { triggerOn: [status] } });
		const requestId = await createTask(service, plan);

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toMatchObject([{ status, ...item }]);
	});
});
