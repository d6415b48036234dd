import { inputItems } from './pausedRuns.mts';
import { collections, PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const SPENDING = 'ai_app_spending';

function cat(options: Parameters, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { ...collections(options), ...more });
}

describe('the execution can be found by what it spent', () => {
	it('with tasks, billed seconds and refused items of all runs', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const settings = { onError: 'continueRegularOutput' as const };
		const parameters = cat({ maxTasks: 3, maxAtATime: 1 });
		const first = await service.run({ parameters, items: inputItems(2), settings });
		const { run } = await service.run({
			parameters,
			items: inputItems(3),
			settings,
			earlier: first.run.data,
		});

		expect(run.data.resultData.metadata?.[SPENDING]).toBe('3 tasks, 24 billed seconds, 2 refused');
	});

	it('not if nothing was spent', async () => {
		const { run } = await service.run({ parameters: cat({}, { operation: 'get' }) });

		expect(run.data.resultData.metadata ?? {}).not.toHaveProperty(SPENDING);
	});
});
