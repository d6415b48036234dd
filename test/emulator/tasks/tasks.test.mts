import { createPlanQueue } from '../../../emulator/tasks/taskPlan.mts';
import { stateAt, stopError, type TaskCourse } from '../../../emulator/tasks/taskStateMachine.mts';
import { expiryOf, serviceTime } from '../../../emulator/time/serviceTime.mts';

const plan = {
	...createPlanQueue().take(1),
	queuingMs: 100,
	preparingMs: 200,
	runningMs: 300,
};

function course(more: Partial<TaskCourse> = {}): TaskCourse {
	return { plan, createdAt: 1000, ...more };
}

describe('status of a task', () => {
	it.each([
		[1000, 'Queuing'],
		[1099, 'Queuing'],
		[1100, 'Preparing'],
		[1299, 'Preparing'],
		[1300, 'Running'],
		[1599, 'Running'],
		[1600, 'Success'],
		[9999, 'Success'],
	])('at %i is %s', (now, status) => {
		expect(stateAt(course(), now).status).toBe(status);
	});

	it('contains the times that are reached, and the last of them as the update', () => {
		expect(stateAt(course(), 1050)).toEqual({ status: 'Queuing', updatedAt: 1000 });
		expect(stateAt(course(), 1400)).toEqual({
			status: 'Running',
			updatedAt: 1300,
			executedAt: 1100,
			runningAt: 1300,
		});
		expect(stateAt(course(), 2000)).toMatchObject({ updatedAt: 1600, endedAt: 1600 });
	});

	it('is Failed at the end if planned', () => {
		const failing = course({ plan: { ...plan, outcome: 'Failed' } });
		expect(stateAt(failing, 1600).status).toBe('Failed');
	});

	it('skips phases of no length', () => {
		const quick = course({ plan: { ...plan, queuingMs: 0, preparingMs: 0 } });
		expect(stateAt(quick, 1000).status).toBe('Running');
	});

	it('is canceled as soon as a queued task is cancelled', () => {
		const canceled = course({ stop: { by: 'cancel', at: 1050 } });
		expect(stateAt(canceled, 1050)).toEqual({
			status: 'Canceled',
			updatedAt: 1050,
			endedAt: 1050,
		});
	});

	it('is canceled 200 ms after an interrupt, even past the planned end', () => {
		const interrupted = course({ stop: { by: 'interrupt', at: 1500 } });
		expect(stateAt(interrupted, 1699).status).toBe('Running');
		expect(stateAt(interrupted, 1700)).toMatchObject({ status: 'Canceled', endedAt: 1700 });
	});
});

describe('stopping', () => {
	it.each([
		['cancel', 'Queuing', undefined],
		['cancel', 'Preparing', 30036],
		['cancel', 'Running', 30036],
		['cancel', 'Success', 30047],
		['cancel', 'Failed', 30047],
		['cancel', 'Canceled', undefined],
		['interrupt', 'Queuing', 30038],
		['interrupt', 'Preparing', 30038],
		['interrupt', 'Running', undefined],
		['interrupt', 'Success', 30047],
		['interrupt', 'Failed', 30047],
		['interrupt', 'Canceled', 30047],
	] as const)('%s is answered while %s: %s', (by, status, code) => {
		expect(stopError(by, status)?.code).toBe(code);
	});
});

describe('time of the service', () => {
	it.each([
		['2026-01-11T04:43:14Z', '2026-01-11 12:43:14', '2026-01-26 00:00:00'],
		['2026-01-13T15:59:59.999Z', '2026-01-13 23:59:59', '2026-01-28 00:00:00'],
		['2026-01-13T16:00:00Z', '2026-01-14 00:00:00', '2026-01-29 00:00:00'],
	])('%s is %s and expires %s', (instant, written, expiry) => {
		const createdAt = Date.parse(instant);
		expect(serviceTime(createdAt)).toBe(written);
		const expiresAt = expiryOf({ createdAt, plan: {} }, { midnightExpiry: true });
		expect(serviceTime(expiresAt)).toBe(expiry);
	});
});

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

	it('have the usual values of this service, also after a reset', () => {
		const plans = createPlanQueue({ queuingMs: 0 });
		plans.add({ runningMs: 7000 }, { times: 1 });
		expect(plans.take(1)).toMatchObject({ queuingMs: 0, preparingMs: 400, runningMs: 7000 });
		plans.clear();
		expect(plans.take(1)).toMatchObject({ queuingMs: 0, runningMs: 2000 });
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
