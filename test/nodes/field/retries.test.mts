import { retryOf } from '../engine.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const BALANCE = { type: 'refuse', code: 20049 } as const;

/** A loop that takes the next order from a queue in each turn. */
it('a later turn of another retry gives its item the result of its own prompt', async () => {
	const parameters = runForm({ [PROMPT]: '={{ $json.prompt }}' });
	const order = (prompt: string) => [{ json: { prompt } }];
	service.emulator.addFault({ on: 'create', effect: BALANCE });
	const first = await service.run({ parameters, items: order('one') });
	expect(first.error?.message).toContain('balance');
	const second = await service.run({ parameters, earlier: retryOf(first), executionId: '2' });
	expect(second.error).toBeUndefined();
	const turn = await service.run({
		...{ parameters, items: order('two'), earlier: second.run.data, executionId: '2' },
	});
	expect(turn.error).toBeUndefined();
	expect(service.emulator.tasks()).toHaveLength(2);

	// The second order is done. A node behind this one fails, and the user retries execution 1.
	const third = await service.run({ parameters, earlier: retryOf(first), executionId: '3' });
	const next = await service.run({
		...{ parameters, items: order('three'), earlier: third.run.data, executionId: '3' },
	});

	const ids = service.emulator.tasks().map(({ requestId }) => requestId);
	const of = (ended: typeof next) => ended.outputs[0]?.[0]?.json['request_id'];
	expect({ third: of(third), next: of(next), ids }).toEqual({ third: ids[0], next: ids[2], ids });
	expect(ids).toHaveLength(3);
});

it('a task that Task: Wait for Completion has stopped is not worth another try', async () => {
	service.emulator.plan({ runningMs: 60 * 60_000 }, { times: 1 });
	const created = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	const requestId = String(created.outputs[0]?.[0]?.json['request_id']);
	const limits = { maxWaitMinutes: 0.5, onTimeout: 'stop' };
	const waited = await service.run({
		parameters: onTask('wait', requestId, { options: limits }),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(waited.outputs[0]?.[0]?.json).toMatchObject({
		details: { kind: 'timeout', retryable: false },
	});
});
