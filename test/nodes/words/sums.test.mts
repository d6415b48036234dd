import { readTaskStatus } from '../../../client/api/taskStatus';
import { AiAppError } from '../../../client/errors/AiAppError';
import type { SentTask } from '../../../client/ports';
import { stillRunning, tally, type Outcome } from '../../../nodes/AiApp/facts/tally';
import { toNodeError } from '../../../nodes/AiApp/io/errors';
import { besideOthers, sumOfItems } from '../../../nodes/AiApp/words/sums';

const rejected = failing('input');
const refused = failing('budget', { reason: 'maxTasks', cost: 'free' });
const billed = failing('failed', { requestId: 'c', billedSeconds: 3.5 });
const unknownApp = failing('app_not_found');

function done(requestId: string, status: string, billedSeconds: number): Outcome {
	const task = { ...readTaskStatus({ status }), billedSeconds };
	return { ok: true, value: { result: { requestId, task, outputs: [] } } };
}

function failing(
	kind: AiAppError['kind'],
	details: AiAppError['details'] = {},
): { readonly ok: false; readonly error: AiAppError } {
	return { ok: false, error: new AiAppError(kind, 'x', details) };
}

describe('an execution is added up once', () => {
	it('items are counted by what became of them', () => {
		const outcomes = [done('a', 'Success', 2), rejected, refused, billed, done('b', 'Running', 0)];

		expect(tally(outcomes, 7)).toMatchObject({
			...{ all: 7, succeeded: 2, failed: 1, rejected: 1, notRun: 3 },
			...{ billedSeconds: 2, failedSeconds: 3.5 },
			first: { index: 1, error: rejected.error },
		});
	});

	it.each<[string, Outcome, object]>([
		['an unknown app got no task', unknownApp, { notRun: 1 }],
		[
			'an empty account, with a task of an earlier try, had one',
			failing('balance', { earlierIds: ['id-0'], earlierTask: { requestId: 'id-0' } }),
			{ failed: 1 },
		],
		[
			'an empty account, with a task for earlier values, got no task',
			failing('balance', { earlierIds: ['id-0'] }),
			{ notRun: 1 },
		],
		[
			'a value is invalid now was rejected, also with a task of an earlier try',
			failing('input', { earlierIds: ['id-0'], earlierTask: { requestId: 'id-0' } }),
			{ rejected: 1 },
		],
		[
			'the service refused to read its task has one',
			failing('input', { requestId: 'id-0' }),
			{ failed: 1 },
		],
		['an unconfirmed task may have one', failing('unconfirmed'), { unconfirmed: 1 }],
		["n8n couldn't evaluate a parameter was rejected", failing('node'), { rejected: 1 }],
		[
			'an error of n8n follows the create has a task',
			failing('node', { requestId: 'id-0' }),
			{ failed: 1 },
		],
	])('an item that fails because %s', (_, outcome, sums) => {
		const none = { failed: 0, notRun: 0, rejected: 0, unconfirmed: 0 };

		expect(tally([done('a', 'Success', 1), outcome])).toMatchObject({ ...none, ...sums });
	});

	it('a result counts with what the earlier tasks of its work were billed', () => {
		const result = { requestId: 'a', task: readTaskStatus({ status: 'Success' }), outputs: [] };

		expect(tally([{ ok: true, value: { result, billedSeconds: 9 } }]).billedSeconds).toBe(9);
	});

	it('a task that several items share counts once', () => {
		expect(tally([rejected, done('a', 'Success', 2), done('a', 'Success', 2)])).toMatchObject({
			...{ billedSeconds: 2, otherIds: ['a'] },
		});
	});

	it.each<[string, AiAppError['details'], boolean]>([
		['is free', { cost: 'free' }, false],
		['may be charged', { cost: 'unknown' }, true],
	])('beside an item whose failure %s, another one may be charged: %j', (_, details, expected) => {
		const outcomes = [rejected, failing('queue_timeout', { requestId: 'a', ...details })];

		expect(tally(outcomes).othersCharged).toBe(expected);
	});

	it.each<[string, SentTask, boolean]>([
		['may be charged', { requestId: 'other' }, true],
		['was free', { requestId: 'other', cost: 'free' }, false],
		['is the one that failed', { requestId: 'own' }, false],
	])('beside an item whose failure is free, a task that %s was sent', (_, task, expected) => {
		const outcomes = [failing('queue_timeout', { requestId: 'own', cost: 'free' })];

		expect(tally(outcomes, 2, [task]).othersCharged).toBe(expected);
	});

	it('the tasks of the others are those with a result, those that run, those that failed, and those of earlier tries', () => {
		const leaving: Outcome = { ok: true, value: { leftTask: { task: { requestId: 'left' } } } };
		const outcomes = [
			failing('failed', { requestId: 'own', earlierIds: ['own-0'] }),
			done('id-1', 'Success', 1),
			done('id-2', 'Running', 0),
			leaving,
			billed,
			failing('busy', { earlierIds: ['id-0', 'own'] }),
		];

		expect(tally(outcomes, 6, [{ requestId: 'id-9' }, {}]).otherIds).toEqual([
			'id-1',
			'id-2',
			'left',
			'c',
			'id-0',
			'id-9',
		]);
	});
});

describe('the sum above the output', () => {
	it.each<[string, readonly Outcome[], string | undefined]>([
		[
			'results, and a failed task that was billed',
			[done('a', 'Success', 2), billed],
			'1 of 2 succeeded (2 billed seconds), 1 failed (3.5 billed seconds).',
		],
		[
			'one of each',
			[done('a', 'Success', 1), billed, rejected, unknownApp, refused],
			"1 of 5 succeeded (1 billed second), 1 failed (3.5 billed seconds), 1 was rejected, 2 didn't run.",
		],
		['several that were rejected', [rejected, rejected], '0 of 2 succeeded, 2 were rejected.'],
		[
			'tasks whose billed seconds are unknown',
			[done('a', 'Success', 0), refused],
			"1 of 2 succeeded, 1 didn't run.",
		],
		[
			'seconds that are too few to tell',
			[done('a', 'Success', 0.04), refused],
			"1 of 2 succeeded, 1 didn't run.",
		],
		['good items that cost nothing', [done('a', 'Success', 0), done('b', 'Success', 0)], undefined],
		['one item', [done('a', 'Success', 2)], undefined],
	])('it is right for %s', (_, outcomes, sum) => {
		expect(sumOfItems(tally(outcomes))?.message).toBe(sum);
	});

	it.each([
		['failed', billed, 'warning'],
		['was rejected', rejected, 'warning'],
		["didn't run", refused, 'warning'],
		['succeeded', done('b', 'Success', 2), 'info'],
	])('one item that %s makes it: %s %s', (_, outcome, expected) => {
		expect(sumOfItems(tally([done('a', 'Success', 2), outcome]))?.type).toBe(expected);
	});
});

const node = { name: 'AI App', type: 'aiApp', typeVersion: 1, id: '1', position: [0, 0] } as const;
const CONTINUE = "To get the other results, set 'On Error' to 'Continue'.";
const RETRY =
	"To get the other results, set 'On Error' to 'Continue', save, and select 'Retry with currently saved workflow' under 'Executions'.";
const EACH_ID = "'Error details' has each known request ID.";

describe('an error that ends the node', () => {
	const own = failing('failed', { requestId: 'own' });
	const thrown = (sums: ReturnType<typeof tally>, row?: unknown) => {
		const { error } = sums.first as { error: AiAppError };
		const getInputData = () => [{ json: { row_number: row as number } }];
		const ctx = { getNode: () => ({ ...node, parameters: {} }) as never, getInputData };
		return toNodeError(ctx, error, 0, besideOthers(error, sums));
	};
	const told = (outcomes: readonly Outcome[], all = outcomes.length) =>
		thrown(tally(outcomes, all)).description;

	it('says its own price first, then what became of the others, and where their tasks are', () => {
		const outcomes = [done('id-1', 'Success', 1), done('id-2', 'Success', 1), refused];

		expect(told(outcomes, 4)?.split('. You ')[1]).toBe(
			`weren't charged for this item. 2 of 4 succeeded (2 billed seconds), 2 didn't run. ${RETRY} ${EACH_ID}`,
		);
	});

	it.each<[string, Outcome[], string]>([
		['it may be charged', [own, done('a', 'Success', 0)], ' You may be charged. '],
		['it may be charged, and no other', [own, rejected], ' You may be charged. '],
		['its seconds are paid', [billed, own], ' You pay for the time it ran. '],
		['only another was charged', [rejected, billed], " You weren't charged for this item. "],
		['nothing was charged', [rejected, rejected], " You weren't charged. "],
		[
			'another variation of its item was charged',
			[failing('budget', { variation: 1, cost: 'free' }), billed],
			' You may be charged. ',
		],
	])('tells its price apart if %s', (_, outcomes, money) => {
		expect(told(outcomes)).toContain(money);
	});

	it("advises 'On Error' where another item has a result, or would get one", () => {
		expect(told([own, done('a', 'Success', 0)])).toContain(RETRY);
		expect(told([rejected], 3)).toContain(CONTINUE);
		expect(told([refused], 3)).not.toContain('On Error');
		expect(told([unknownApp], 3)).not.toContain('On Error');
		expect(told([failing('credential')], 3)).not.toContain('On Error');
		expect(told([failing('moderation')], 3)).toContain(CONTINUE);
		expect(told([rejected, own])).not.toContain('On Error');
		expect(told([own])).not.toContain('On Error');
	});

	it('of a single item says what it was billed', () => {
		expect(told([billed])).toMatch(/ You pay for the time it ran\. Billed: 3\.5 seconds\.$/);
		expect(told([own])).toMatch(/ You may be charged\.$/);
	});

	it('names its own task where the message does not, and has those of others in its details', () => {
		const unread = failing('busy', { requestId: 'own' });
		const alone = thrown(tally([unread]));
		const among = thrown(tally([unread, done('a', 'Success', 0)]));

		expect(alone.description).toContain('Request ID: own. ');
		expect(alone.context['data']).toBe('own');
		expect(alone.description).not.toContain(EACH_ID);
		expect(among.description).toContain('Request ID: own. ');
		expect(among.context['data']).toBe('own, a');
		expect(among.description).toContain(EACH_ID);
	});

	it('says where the IDs of the earlier tasks of its own item are', () => {
		const again = thrown(tally([failing('failed', { requestId: 'own', earlierIds: ['own-0'] })]));

		expect(again.context['data']).toBe('own, own-0');
		expect(again.description).not.toContain('own-0');
		expect(again.description).toContain(EACH_ID);
	});

	it('knows of the tasks that earlier tries sent for other items', () => {
		const shown = thrown(tally([rejected, undefined], 2, [{ requestId: 'id-0' }]));

		expect(shown.context['data']).toBe('id-0');
		expect(shown.description).toContain("You weren't charged for this item.");
		expect(shown.description).toContain(EACH_ID);
	});

	it("names the row of a sheet, because n8n's number of the item is another one", () => {
		expect(thrown(tally([rejected]), 5).message).toBe('x (row 5)');
		expect(thrown(tally([rejected]), '=5').message).toBe('x');
		expect(thrown(tally([rejected])).message).toBe('x');
	});
});

it('of tasks that were to be stopped, the error of another one names those that may run on', () => {
	const stop = (requestId: string, how: 'canceled' | 'still_running'): Outcome => ({
		ok: true,
		value: { stop: { requestId, how } },
	});
	const own = failing('conflict', { requestId: 'own' });
	const outcomes = [
		own,
		stop('id-1', 'canceled'),
		stop('id-2', 'still_running'),
		failing('credential', { requestId: 'id-3' }),
	];
	const sums = tally(outcomes);

	const { sentences, otherIds } = besideOthers(own.error, sums, stillRunning(outcomes));

	expect(sentences).toContain('2 of 4 succeeded, 2 failed.');
	expect(sentences).toContain('Not stopped either: id-2, id-3.');
	expect(otherIds).toEqual(['id-1', 'id-2', 'id-3']);
});
