import { inputItems } from './pausedRuns.mts';
import { PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const SPENDING = 'ai_app_spending';

function cat(options: Parameters, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { options, ...more });
}

it('with a price, items and the summary tell the cost', async () => {
	service.emulator.plan({ runningMs: 10_000 });

	const { outputs, hints } = await service.run({
		parameters: cat({ pricePerSecond: 0.0123 }),
		items: inputItems(2),
	});

	expect(outputs[0]?.map(({ json }) => json.cost)).toEqual([0.0984, 0.0984]);
	expect(hints).toEqual(['2 tasks finished (16 billed seconds, cost 0.1968).']);
});

it('without a price there is no cost', async () => {
	const { outputs } = await service.run({ parameters: cat({}) });

	expect(outputs[0]?.[0]?.json).not.toHaveProperty('cost');
});

it('a task that keeps running has no cost yet', async () => {
	service.emulator.plan({ runningMs: 600_000 });
	const options = { pricePerSecond: 1, maxWaitMinutes: 0.2, onTimeout: 'return' };

	const { outputs } = await service.run({ parameters: cat(options) });

	expect(outputs[0]?.[0]?.json.status).toBe('Running');
	expect(outputs[0]?.[0]?.json).not.toHaveProperty('cost');
});

describe('the execution can be found by what it spent', () => {
	it('with tasks, billed seconds and refused items of all runs', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const settings = { onError: 'continueRegularOutput' as const };
		const parameters = cat({ maxTasks: 3, maxConcurrentTasks: 1 });
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
