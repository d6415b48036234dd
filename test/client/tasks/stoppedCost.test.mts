import { readTaskStatus } from '../../../client/api/taskStatus';
import { watchAlone } from '../../../client/tasks/course';

const clock = { wallNow: () => 0 };

/** What a task has cost that this node stopped while it was queued, by its last record. */
function costAfter(how: 'canceled' | 'interrupted', record: Parameters<typeof readTaskStatus>[0]) {
	const watch = watchAlone(clock);
	watch.see(readTaskStatus({ status: 'Queuing' }));
	watch.stopped(how);
	watch.see(readTaskStatus(record));
	return watch.course().cost;
}

const NO_SECONDS = { cost_times: { inference_cost_time: 0 } };

it('a task that was canceled in the queue is free, unless its record shows that it began', () => {
	expect(costAfter('canceled', { status: 'Canceled' })).toBe('free');
	expect(costAfter('canceled', { status: 'Canceled', executed_at: '2026-01-01 00:00:00' })).toBe(
		'unknown',
	);
});

it('0 seconds say nothing about the cost of a task that was interrupted', () => {
	expect(costAfter('interrupted', { status: 'Failed', ...NO_SECONDS })).toBe('unknown');
});
