import { createPlanQueue } from '../../../emulator/tasks/taskPlan.mts';

describe('plans', () => {
	it('are the default one if nothing is planned', () => {
		expect(createPlanQueue().take(1)).toEqual({
			queuingMs: 600,
			preparingMs: 400,
			runningMs: 2000,
			outcome: 'Success',
			notFoundMs: 300,
			outputs: 'good',
		});
	});

	it('have defaults for missing values', () => {
		const plans = createPlanQueue();
		plans.add({ runningMs: 7000 });
		expect(plans.take(1)).toMatchObject({ queuingMs: 600, runningMs: 7000 });
	});

	it("apply until replaced, and an app's own plan has priority", () => {
		const plans = createPlanQueue();
		plans.add({ runningMs: 1 });
		plans.add({ runningMs: 2 }, { appId: 8 });
		plans.add({ runningMs: 3 });
		expect([7, 8, 8, 7].map((appId) => plans.take(appId).runningMs)).toEqual([3, 2, 2, 3]);
	});

	it('are used one after the other if their number is limited', () => {
		const plans = createPlanQueue();
		plans.add({ outcome: 'Failed' }, { times: 2 });
		plans.add({ runningMs: 1 }, { times: 1, appId: 8 });
		plans.add({ runningMs: 5 });
		const taken = [8, 7, 8, 8].map((appId) => plans.take(appId));
		expect(taken.map(({ outcome }) => outcome)).toEqual(['Failed', 'Failed', 'Success', 'Success']);
		expect(taken.map(({ runningMs }) => runningMs)).toEqual([2000, 2000, 1, 5]);
	});
});
