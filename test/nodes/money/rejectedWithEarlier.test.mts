import { retryOf } from '../engine.mts';
import { FREE, MAY_PAY } from '../moneySentences.mts';
import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

it('an invalid item with an earlier task leaves out none of the other invalid items', async () => {
	service.emulator.plan({ runningMs: 60_000 }, { times: 1 });
	const limits = { options: { maxWaitMinutes: 0.1, maxAtATime: 1 } };
	const late = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, limits),
		items: inputItems(3),
	});
	const parameters = runForm({ [PROMPT]: 'a dog', '3:KSampler.steps': 'many' }, limits);

	const earlier = retryOf(late, { parameters });
	const { error } = await service.run({ parameters, earlier, executionId: '2' });

	expect(error?.description).toContain('0 of 3 succeeded, 3 were rejected.');
});

it('a refused item denies no charge if an earlier execution has paid for another one, which is not tried again', async () => {
	const refused = { on: 'create', effect: { type: 'refuse', code: 20049 } } as const;
	service.emulator.addFault(refused);
	service.emulator.addFault({ ...refused, skip: 1 });
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
	const cat = (maxAtATime: number) => runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime } });
	const failed = await service.run({ parameters: cat(2), items: inputItems(2) });
	expect(service.creates()).toBe(2);

	const earlier = retryOf(failed, { parameters: cat(1) });
	const { error } = await service.run({ parameters: cat(1), earlier, executionId: '2' });

	const [task] = service.emulator.tasks();
	expect(service.creates()).toBe(3);
	expect(error?.message).toContain('balance');
	expect(error?.description).not.toContain(FREE);
	expect(error?.context).toMatchObject({ data: task?.requestId, retryable: false });
});

it('a retry that fails at its first item names the tasks of those that it has not started', async () => {
	service.emulator.plan({}, { times: 2 });
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
	const parameters = runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime: 1 } });
	const failed = await service.run({ parameters, items: inputItems(3) });
	const refused = { type: 'answer', status: 401, body: '"Token is invalid"' } as const;
	service.emulator.addFault({ on: 'outputs', effect: refused });

	const earlier = retryOf(failed);
	const { error } = await service.run({ parameters, earlier, executionId: '2' });

	const ids = service.emulator.tasks().map(({ requestId }) => requestId);
	expect(ids).toHaveLength(3);
	expect(error?.message).toContain('key');
	expect(error?.context?.data?.split(', ')).toEqual(ids);
});

describe('a retry that fails as a whole names the tasks that may be charged:', () => {
	const parameters = (options: Parameters = {}) =>
		runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.1, ...options } });

	it.each<[string, Parameters, Parameters]>([
		['an invalid URL in the credential', {}, { baseUrl: 'nowhere' }],
		['an expression without a value in an option', { maxAtATime: '={{ undefined }}' }, {}],
	])('%s', async (_, options, credential) => {
		service.emulator.plan({ runningMs: 60_000 });
		const late = await service.run({ parameters: parameters(), items: inputItems(2) });
		const edited = parameters(options);

		const { error } = await service.run({
			...{ parameters: edited, items: inputItems(2), executionId: '2' },
			earlier: retryOf(late, { parameters: edited }),
			credential: { ...service.credential, ...credential } as typeof service.credential,
		});

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(ids).toHaveLength(2);
		expect(error?.description).toContain(MAY_PAY);
		expect(error?.context).toMatchObject({ data: ids.join(', '), retryable: false });
	});
});
