import type { IDataObject } from 'n8n-workflow';
import { type Ended, retryOf } from '../engine.mts';
import { DENIAL } from '../moneySentences.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { answerStatus, confirmFalsely } from '../taskRecords.mts';

const service = useService();
const twice = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2 } as const;
const CAT = { [PROMPT]: 'a cat' };

/** Somebody interrupted it after an hour. The record doesn't tell when it began, or what it cost. */
const CANCELED = {
	status: 'Canceled',
	created_at: '2026-01-11 12:43:14',
	ended_at: '2026-01-11 13:43:14',
};

const adviceOf = ({ outputs }: Ended) =>
	String((outputs[0]?.[0]?.json.details as IDataObject).description);

describe('a task that somebody else stopped, and that the node did not watch,', () => {
	it('is not called free because nobody saw it leave the queue: Keep Connection Open', async () => {
		const body = { request_id: 'task-1', ...CANCELED, outputs: [] };
		const effect = { type: 'processThenAnswer', status: 200, body } as const;
		service.emulator.addFault({ on: 'create', effect });

		const parameters = runForm(CAT, { waitMode: 'keepOpen', options: { maxTasks: 1 } });
		const ended = await service.run({ parameters, settings: twice });

		expect(service.creates()).toBe(1);
		expect(adviceOf(ended)).toContain('task-1');
		expect(adviceOf(ended)).not.toContain(DENIAL);
	});

	it('is not called free because nobody saw it leave the queue: "Retry" after Max Wait Time', async () => {
		service.emulator.plan({ queuingMs: 20_000, runningMs: 60 * 60_000 });
		const parameters = runForm(CAT, { options: { maxWaitMinutes: 0.1 } });
		const late = await service.run({ parameters });
		answerStatus(service, CANCELED);
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });

		const earlier = retryOf(late, { parameters, onError: 'continueRegularOutput' });
		const ended = await service.run({ parameters, earlier, executionId: '2' });

		expect(adviceOf(ended)).not.toContain(DENIAL);
	});

	it('is not called free because a cancel of this node was confirmed that did not happen', async () => {
		service.emulator.plan({ queuingMs: 10 * 60_000, runningMs: 60 * 60_000 });
		confirmFalsely(service, 'cancel');
		const limits = { maxWaitMinutes: 0.1, onTimeout: 'stop' };
		const parameters = runForm(CAT, { options: limits as never });
		const late = await service.run({ parameters });
		answerStatus(service, CANCELED);
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });

		const earlier = retryOf(late, { parameters, onError: 'continueRegularOutput' });
		const ended = await service.run({ parameters, earlier, executionId: '2' });

		expect(late.error?.message).toContain('last status: Queuing');
		expect(adviceOf(ended)).toContain('Top up');
		expect(adviceOf(ended)).not.toContain(DENIAL);
	});
});
