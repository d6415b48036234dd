import { entriesOfRetries, type NodeTask } from '../../../nodes/AiApp/memory/ledgerEntries';

const PLACE = 'item 0 part 1';

function left(task: Partial<NodeTask>) {
	return { [PLACE]: { tasks: [{ typed: '', given: '', ...task }] } };
}

it('what the retries of 500 executions have left is kept, and that of the least recently retried one is forgotten', () => {
	entriesOfRetries('used', left({ requestId: 'used' }));
	entriesOfRetries('old', left({ requestId: 'old' }));
	for (let n = 0; n < 498; n++) entriesOfRetries(`other ${n}`, {});
	entriesOfRetries('used', {});
	entriesOfRetries('new', {});

	expect(entriesOfRetries('used', {})).toEqual(left({ requestId: 'used' }));
	expect(entriesOfRetries('other 497', left({ requestId: 'x' }))[PLACE]).toEqual({
		tasks: [expect.objectContaining({ requestId: 'x' })],
	});
	expect(entriesOfRetries('old', {})).toEqual({});
});

const ENDED = { requestId: 'a', endedAt: 0, status: 'Failed', message: 'Out of memory' };

it.each<[string, Partial<NodeTask>, Partial<NodeTask>, number]>([
	['values that were typed otherwise', { typed: 'one' }, { typed: 'other' }, 2],
	['other values', { given: 'one' }, { given: 'other' }, 2],
	['the same values', { given: 'one' }, { given: 'one' }, 1],
])('unconfirmed tasks of one place for %s are told apart', (name, known, stored, count) => {
	entriesOfRetries(name, left(known));

	expect(entriesOfRetries(name, left(stored))[PLACE]?.tasks).toHaveLength(count);
});

it.each([
	['in the retried execution', { requestId: 'a' }, ENDED],
	['in another retry', ENDED, { requestId: 'a' }],
])('a task that has ended %s has ended', (name, known, stored) => {
	entriesOfRetries(name, left(known));

	expect(entriesOfRetries(name, left(stored))).toEqual(left(ENDED));
});
