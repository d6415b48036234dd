import { createRunExecutionData, type IRunExecutionData } from 'n8n-workflow';
import type { Ended } from './engine.mts';
import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';
import { callNode } from './toolCalls.mts';

const service = useService();

const continues = { onError: 'continueRegularOutput' } as const;
const cat = runForm({ [PROMPT]: 'a cat' });
const shortWait = runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.1 } });

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

describe('an agent that calls its tool', () => {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...continues };
	const again = (before: Ended, parameters = cat) =>
		service.run({ parameters, settings, earlier: before.run.data });

	it('again after Max Wait Time attaches to the task', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const first = await service.run({ parameters: shortWait, settings });

		const second = await again(first, shortWait);

		expect(ids(second)).toEqual([service.emulator.tasks()[0]?.requestId]);
		expect(service.creates()).toBe(1);
	});

	it('again after a result gets a new one', async () => {
		const first = await service.run({ parameters: cat, settings });

		const second = await again(first);

		expect(service.creates()).toBe(2);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
	});
});

describe('an agent that calls its tool twice at the same time', () => {
	const call = (data: IRunExecutionData, run: number, parameters: Parameters) =>
		callNode({ credential: service.credential, parameters, data, run, executionId: '1' });
	const dog = runForm({ [PROMPT]: 'a dog' }, { options: { maxWaitMinutes: 0.1 } });

	it('can find both tasks later', async () => {
		const data = createRunExecutionData();
		service.emulator.plan({ runningMs: 10_000 });
		await Promise.allSettled([call(data, 0, shortWait), call(data, 1, dog)]);
		expect(service.creates()).toBe(2);

		await Promise.all([call(data, 2, shortWait), call(data, 3, dog)]);

		expect(service.creates()).toBe(2);
	});

	it('for equal inputs gets two tasks', async () => {
		const data = createRunExecutionData();

		const both = await Promise.all([call(data, 0, cat), call(data, 1, cat)]);

		const given = both.map(([item]) => item?.json.request_id);
		expect(new Set(given).size).toBe(2);
		expect(service.creates()).toBe(2);
	});
});
