import { retryOf } from '../engine.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { answerStatus } from '../taskRecords.mts';

const service = useService();
const ENDED = {
	status: 'Success',
	created_at: '2026-01-11 12:43:14',
	ended_at: '2026-01-11 12:44:14',
};

it('an estimate of an earlier execution takes nothing from what "Retry" has spent', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 3_600_000 }, { times: 1 });
	// First the record doesn't tell the seconds, and the outputs can't be read. Then it does, and they can.
	service.time.after(60_000, () => answerStatus(service, ENDED, { times: 1 }));
	const refused = { type: 'answer', status: 401, body: '"Token is invalid"' } as const;
	service.emulator.addFault({ on: 'outputs', effect: refused });
	const options = { maxBilledSeconds: 5, maxAtATime: 1 };
	const parameters = runForm({ [PROMPT]: 'a cat' }, { options });
	const first = await service.run({ parameters, items: inputItems(30) });
	const { requestId = '' } = service.emulator.tasks()[0] ?? {};
	answerStatus(service, { ...ENDED, inference_cost_time: 2 }, { requestId });
	const outputs = [{ object_url: `${service.emulator.storageUrl}/samples/portrait.png` }];
	const data = { request_id: requestId, status: 'Success', outputs };
	const body = { code: 20000, message: 'Ok', status: true, data };
	service.emulator.addFault({
		on: 'outputs',
		requestId,
		effect: { type: 'answer', status: 200, body },
	});

	service.emulator.plan({ runningMs: 2_000 });
	const edited = { parameters, onError: 'continueRegularOutput' } as const;
	await service.run({ parameters, earlier: retryOf(first, edited), executionId: '2' });

	// Of 1.6 seconds each: three or four reach five, beside the first one's two.
	expect(service.creates()).toBeLessThanOrEqual(5);
});
