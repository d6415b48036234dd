import { interruptTask } from '../../../client/tasks/stop';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();
const MINUTE = 60_000;

async function interrupt(plan: Partial<TaskPlan>, effect?: FaultEffect): Promise<void> {
	service.emulator.plan({ notFoundMs: 0, queuingMs: 0, preparingMs: 0, ...plan });
	const { requestId } = await createWork(service).attempt();
	if (effect) service.emulator.addFault({ on: 'interrupt', effect });
	const { client, clock } = service;
	await interruptTask({ tasks: client.tasks, clock }, requestId, undefined);
}

it.each([
	['connection lost', { type: 'reset', when: 'after' }],
	['no answer', { type: 'hang', when: 'after' }],
	['half an answer', { type: 'truncate', claimsWhole: true }],
	['a page with 502', { type: 'processThenAnswer', status: 502, body: '<html>' }],
] as [string, FaultEffect][])('%s: the interrupt worked anyway', async (_, effect) => {
	await interrupt({ runningMs: 10 * MINUTE }, effect);

	expect(service.emulator.tasks()[0]?.stop?.by).toBe('interrupt');
	expect(service.requests('interrupt')).toHaveLength(2);
});

it('a task that succeeded in the meantime counts as not interrupted', async () => {
	const error = await errorOf(() => interrupt({ runningMs: 500 }, { type: 'hang' }));

	expect(error.kind).toBe('conflict');
});

it.each([
	['queuing', { queuingMs: MINUTE }],
	['over', { runningMs: 0, outcome: 'Failed' }],
] as const)('a task that is %s is rejected at once', async (_, plan) => {
	const error = await errorOf(() => interrupt(plan));

	expect(error.kind).toBe('conflict');
	expect(service.requests('interrupt')).toHaveLength(1);
	expect(service.requests('status')).toHaveLength(0);
});
