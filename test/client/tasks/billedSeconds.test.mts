import { createBoundedStore } from '../../../client/resilience/boundedStore';
import { createBilledSeconds, type BilledSeconds } from '../../../client/tasks/billedSeconds';

const APP = 54663;

function billedSecondsOf(account = 'account', store = memory()) {
	return createBilledSeconds(store.section<BilledSeconds>('billedSeconds'), account);
}

function memory() {
	return createBoundedStore({ maxWeight: 10_000, idleMs: 3_600_000, now: () => 0 });
}

const cost = (billedSeconds: number | undefined) => ({ status: 'Success', billedSeconds });

it.each([
	[[2], { tasks: 1, median: 2, max: 2 }],
	[[9, 1], { tasks: 2, median: 5, max: 9 }],
	[[9, 1, 2.5], { tasks: 3, median: 2.5, max: 9 }],
	[[0.1, 0.2, 0, 7], { tasks: 4, median: 0.15, max: 7 }],
	[[0, 0], { tasks: 2, median: 0, max: 0 }],
])('of tasks that cost %j seconds, median and maximum are known', (seconds, expected) => {
	const billed = billedSecondsOf();
	for (const each of seconds) billed.record(APP, cost(each));

	expect(billed.seen(APP)).toEqual(expected);
});

it.each([
	['without billed seconds', cost(undefined)],
	['that failed', { status: 'Failed', billedSeconds: 3 }],
	['that was canceled', { status: 'Canceled', billedSeconds: 3 }],
])('a task %s does not count', (_, task) => {
	const billed = billedSecondsOf();
	billed.record(APP, task);

	expect(billed.seen(APP)).toBeUndefined();
});

it('the last thirty tasks count', () => {
	const billed = billedSecondsOf();
	billed.record(APP, cost(1_000));
	for (let n = 0; n < 30; n++) billed.record(APP, cost(n));

	expect(billed.seen(APP)).toEqual({ tasks: 30, median: 14.5, max: 29 });
});

it('apps and accounts are separate', () => {
	const store = memory();
	billedSecondsOf('account', store).record(APP, cost(2));
	billedSecondsOf('account', store).record(undefined, cost(2));

	expect(billedSecondsOf('account', store).seen(APP)).toEqual({ tasks: 1, median: 2, max: 2 });
	expect(billedSecondsOf('account', store).seen(56258)).toBeUndefined();
	expect(billedSecondsOf('another', store).seen(APP)).toBeUndefined();
});
