import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';
import { answerStatus } from '../taskRecords.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;
const OTHER = '8307183e-5d33-4a0c-9d3a-1f5a1a7a6c0e';
const ENDED = {
	request_id: OTHER,
	status: 'Success',
	created_at: '2026-01-11 12:43:14',
	ended_at: '2026-01-11 12:44:14',
	inference_cost_time: 8,
};
const outputs = [{ object_url: 'https://storage.example.com/outputs/of-somebody-else.png' }];

function answer(on: 'create' | 'outputs', data: object): void {
	const body = { code: 20000, message: 'Ok', status: true, data };
	const effect = { type: 'processThenAnswer', status: 200, body } as const;
	service.emulator.addFault({ on, times: Infinity, effect });
}

it("a record that names another request ID isn't the result of this task", async () => {
	answerStatus(service, ENDED);
	answer('outputs', { request_id: OTHER, status: 'Success', outputs });

	const limits = { options: { maxWaitMinutes: 0.5 } };
	const ended = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, limits),
		settings: continues,
	});

	expect(ended.outputs[0]?.[0]?.json.url).toBeUndefined();
});

it.each(['status', 'modelStatus'] as const)(
	'a record of another task is read over, and the task is polled on: %s',
	async (on) => {
		const data = { request_id: OTHER, status: 'Failed' };
		const body = { code: 20000, message: 'Ok', status: true, data };
		service.emulator.addFault({ on, times: 2, effect: { type: 'answer', status: 200, body } });

		const ended = await service.run({
			parameters: on === 'status' ? runForm({ [PROMPT]: 'a cat' }) : runModel(),
		});

		expect(ended.error).toBeUndefined();
		expect(ended.outputs[0]?.[0]?.json.status).toBe('Success');
	},
);

it('a record that spells the request ID in capitals is that of the task', async () => {
	const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' });
	await service.run({ parameters });
	const { requestId = '' } = service.emulator.tasks()[0] ?? {};
	answerStatus(service, { request_id: requestId.toUpperCase(), status: 'Running' });

	const ended = await service.run({ parameters: onTask('getStatus', requestId) });

	expect(ended.outputs[0]?.[0]?.json.status).toBe('Running');
});
