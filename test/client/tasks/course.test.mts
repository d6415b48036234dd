import { AiAppError } from '../../../client/errors/AiAppError';
import { unconfirmedEarlier } from '../../../client/tasks/createErrors';
import { idsWithoutResult, withEarlier } from '../../../client/tasks/course';
import type { SentTask } from '../../../client/ports';
import { costOf } from '../../../client/errors/cost';

const FREE: SentTask = { requestId: 'free', status: 'Canceled', cost: 'free' };
const FAILED: SentTask = { requestId: 'lost', status: 'Failed', message: 'No memory' };
const UNCONFIRMED: SentTask = {};
const OWN: SentTask = { requestId: 'own' };

describe('an error names the tasks that were sent for its item before', () => {
	const failed = new AiAppError('busy', 'x');

	it.each<[string, SentTask[], string, string | undefined]>([
		['none', [], 'free', undefined],
		['free ones', [FREE], 'free', undefined],
		['a failed one', [FAILED], 'unknown', 'No memory'],
		['a free one and a failed one', [FREE, FAILED], 'unknown', 'No memory'],
		['one without an ID', [UNCONFIRMED], 'unknown', undefined],
	])('%s', (_, tasks, cost, reason) => {
		const told = withEarlier(failed, { tasks });

		expect(costOf(told)).toBe(cost);
		expect(told.details.earlierReason).toBe(reason);
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
