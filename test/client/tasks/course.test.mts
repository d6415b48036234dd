import { AiAppError } from '../../../client/errors/AiAppError';
import { unconfirmedEarlier } from '../../../client/tasks/createErrors';
import { idsWithoutResult, withEarlier } from '../../../client/tasks/course';
import type { SentTask } from '../../../client/ports';

const FREE: SentTask = { requestId: 'free', status: 'Canceled', cost: 'free' };
const FAILED: SentTask = { requestId: 'lost', status: 'Failed', message: 'No memory' };
const UNCONFIRMED: SentTask = {};
const OWN: SentTask = { requestId: 'own' };

describe('an error names the tasks that were sent for its item before', () => {
	const failed = new AiAppError('busy', 'x', { advice: 'Wait.' });

	it.each<[string, SentTask[], string]>([
		['none', [], "Wait. You weren't charged."],
		['free ones', [FREE], "Wait. Earlier tasks of this item: free. You weren't charged."],
		[
			'a failed one',
			[FAILED],
			'Wait. Earlier tasks of this item: lost. The latest: No memory. You may be charged.',
		],
		[
			'a free one and a failed one',
			[FREE, FAILED],
			'Wait. Earlier tasks of this item: free, lost. The latest: No memory. You may be charged.',
		],
		['one without an ID', [UNCONFIRMED], 'Wait. You may be charged.'],
	])('%s', (_, tasks, advice) => {
		const told = withEarlier(failed, { tasks });

		expect(told.advice).toBe(advice);
		const ids = tasks.flatMap(({ requestId }) => requestId ?? []);
		expect(told.details.earlierIds ?? []).toEqual(ids);
	});

	it.each([
		['the task that it is about', new AiAppError('failed', 'x', { requestId: 'own' }), OWN],
		['its unconfirmed create', unconfirmedEarlier(), UNCONFIRMED],
	])('and not %s', (_, error, task) => {
		expect(withEarlier(error, { tasks: [task] }).details.earlierIds).toBeUndefined();
	});
});

it('tasks without a result are those that ended without one', () => {
	expect(idsWithoutResult({ tasks: [FREE, FAILED, UNCONFIRMED, OWN] })).toEqual(['lost']);
	expect(idsWithoutResult(undefined)).toEqual([]);
});
