import { retryOf } from '../engine.mts';
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
