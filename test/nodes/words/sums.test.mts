import { readTaskStatus } from '../../../client/api/taskStatus';
import { AiAppError } from '../../../client/errors/AiAppError';
import { toNodeError } from '../../../nodes/AiApp/io/errors';
import {
	besideInvalid,
	besideOthers,
	besideStops,
	sumOfItems,
} from '../../../nodes/AiApp/words/sums';
import { tally, type Outcome } from '../../../nodes/AiApp/facts/tally';

const input = new AiAppError('input', 'Rejected');
const rejected: Outcome = { ok: false, error: input };
const refused: Outcome = { ok: false, error: new AiAppError('budget', 'Limit') };
const billed: Outcome = {
	ok: false,
	error: new AiAppError('failed', 'Failed', { requestId: 'c', billedSeconds: 3.5 }),
};

function done(requestId: string, status: string, billedSeconds: number): Outcome {
	const task = { ...readTaskStatus({ status }), billedSeconds };
	const result = { requestId, task, outputs: [] };
	// The user chooses what its items contain.
	return { ok: true, value: { result } };
}

const unknownApp = failing(new AiAppError('app_not_found', 'Unknown app'));

function failing(error: AiAppError): Outcome {
	return { ok: false, error };
}

describe('an execution is added up once', () => {
	const late = new AiAppError('timeout', 'x', { requestId: 'late', status: 'Running' });
	const own = new AiAppError('failed', 'x', { requestId: 'own' });

	it('items are counted by what became of them', () => {
		const outcomes = [done('a', 'Success', 2), rejected, refused, billed, done('b', 'Running', 0)];

		expect(tally(outcomes, 7)).toMatchObject({
			...{ all: 7, succeeded: 2, failed: 1, refused: 1, invalid: 1, notStarted: 2 },
			...{ finished: 1, billedSeconds: 2, failedSeconds: 3.5 },
			first: { index: 1, error: input },
		});
	});

	it.each<[string, Outcome, object]>([
		['an unknown app got no task', unknownApp, { unsent: 1, failed: 0 }],
		[
			'an empty account, with a task of an earlier try, had one',
			failing(new AiAppError('balance', 'x', { earlierIds: ['id-0'] })),
			{ unsent: 0, failed: 1 },
		],
		[
			'a value that is invalid now, with a task of an earlier try, had one',
			failing(new AiAppError('input', 'x', { earlierIds: ['id-0'] })),
			{ invalid: 0, failed: 1 },
		],
		[
			'an unconfirmed task may have one',
			failing(new AiAppError('unconfirmed', 'x')),
			{ unsent: 0, failed: 1 },
		],
		[
			'a parameter of n8n is nothing that is known',
			{ ok: false, error: new Error() },
			{ failed: 1 },
		],
	])('an item that fails because of %s', (_, outcome, sums) => {
		expect(tally([done('a', 'Success', 1), outcome])).toMatchObject(sums);
	});

	it('a result counts with what the earlier tasks of its work were billed', () => {
		const result = { requestId: 'a', task: readTaskStatus({ status: 'Success' }), outputs: [] };

		expect(tally([{ ok: true, value: { result, billedSeconds: 9 } }])).toMatchObject({
			billedSeconds: 9,
		});
	});

	it('a task of a model is none of the finished ones, whose seconds the service reports', () => {
		const task = readTaskStatus({ status: 'Success' });
		const result = { requestId: 'a', of: 'model' as const, task, outputs: [] };

		expect(tally([{ ok: true, value: { result: result as never } }]).finished).toBe(0);
	});

	it('a task that several items share counts once', () => {
		expect(tally([done('a', 'Success', 2), done('a', 'Success', 2)])).toMatchObject({
			...{ finished: 1, billedSeconds: 2 },
			others: { ids: ['a'] },
		});
	});

	it('tasks are told apart: which have a result, which may get one, and which have none', () => {
		const rejectedOutputs = { requestId: 'blocked', status: 'Success', billedSeconds: 2 };
		const outcomes = [
			failing(own),
			done('id-1', 'Success', 1),
			billed,
			failing(late),
			done('id-2', 'Running', 0),
			failing(new AiAppError('download', 'x', { requestId: 'file', status: 'Success' })),
			failing(new AiAppError('timeout', 'x', { requestId: 'late-2', stoppedBy: 'maxWaitTime' })),
			failing(new AiAppError('content_rejected', 'x', rejectedOutputs)),
			failing(new AiAppError('expired', 'x', { requestId: 'old', status: 'Success' })),
		];

		expect(tally(outcomes).others).toMatchObject({
			result: ['id-1', 'file'],
			mayRun: ['late', 'id-2'],
			ids: ['id-1', 'c', 'late', 'id-2', 'file', 'late-2', 'blocked', 'old'],
		});
	});

	it('a task that the node leaves may run, unless its end is known', () => {
		const leaving = (requestId: string, end?: object): Outcome => ({
			...{ ok: true, value: { leftTask: { task: { requestId }, end } } },
		});

		expect(tally([leaving('runs'), leaving('ended', {})]).others).toMatchObject({
			...{ mayRun: ['runs'], result: ['ended'] },
		});
	});

	it('tasks of earlier tries are those of their item', () => {
		const tried = new AiAppError('busy', 'x', { earlierIds: ['id-0'] });

		expect(tally([rejected, failing(tried)]).others.ids).toEqual(['id-0']);
		expect(tally([failing(tried), rejected]).others.ids).toEqual([]);
	});
});

describe('the sum above the output', () => {
	it.each([
		[
			'several',
			[done('a', 'Success', 5), done('b', 'Success', 7.5), rejected, rejected],
			"2 tasks finished (12.5 billed seconds). 2 items have invalid values and didn't run [item 2, 3].",
		],
		[
			'one of each',
			[done('a', 'Success', 1), rejected],
			"1 task finished (1 billed second). 1 item has invalid values and didn't run [item 1].",
		],
		[
			'tasks whose billed seconds are unknown',
			[done('a', 'Success', 0), done('b', 'Success', 0)],
			'2 tasks finished.',
		],
		[
			'a task that is still running',
			[done('a', 'Success', 2), done('b', 'Running', 0)],
			'1 task finished (2 billed seconds).',
		],
		[
			'items that were refused at a limit',
			[done('a', 'Success', 2), refused, refused],
			"1 task finished (2 billed seconds). Limit: 2 items didn't run. A new run with the same items creates all tasks again at full cost.",
		],
		['items that were all refused', [refused, refused], "Limit: 2 items didn't run."],
		[
			'more invalid items than are listed',
			[done('a', 'Success', 0), rejected, rejected, rejected, rejected],
			"1 task finished. 4 items have invalid values and didn't run [item 1, 2, 3, ...].",
		],
		[
			'failed tasks that were billed',
			[done('a', 'Success', 2), billed],
			'1 task finished (2 billed seconds). 1 item failed (3.5 billed seconds).',
		],
		[
			'failed tasks alone, if they were billed',
			[billed, billed],
			'2 items failed (7 billed seconds).',
		],
		[
			'a failed task, an invalid item and one whose app is unknown',
			[done('a', 'Success', 2), billed, rejected, unknownApp],
			"1 task finished (2 billed seconds). 1 item failed (3.5 billed seconds). 1 item has invalid values and didn't run [item 2]. 1 item couldn't run.",
		],
		['failed tasks alone, if none was billed', [rejected, rejected], undefined],
		['no finished task', [done('a', 'Running', 0), rejected], undefined],
		['one item', [done('a', 'Success', 2)], undefined],
	])('it is right for %s', (_, outcomes: readonly Outcome[], sum) => {
		expect(sumOfItems(tally(outcomes))?.message).toBe(sum);
	});

	it('an item is named once, however many of its variations are invalid', () => {
		const outcomes = [done('a', 'Success', 2), rejected, rejected, rejected];

		const sum = sumOfItems(tally(outcomes), (place) => Math.floor(place / 2));

		expect(sum?.message).toContain('[item 0, 1].');
	});

	it.each<[string, Outcome, string]>([
		['failed', rejected, 'warning'],
		["didn't run", refused, 'warning'],
		["couldn't run", unknownApp, 'warning'],
		['failed after it was billed', billed, 'warning'],
		['finished', done('b', 'Success', 2), 'info'],
	])('one item that %s makes it: %s %s', (_, outcome, expected) => {
		expect(sumOfItems(tally([done('a', 'Success', 2), outcome]))?.type).toBe(expected);
	});
});

describe('an error that ends the node', () => {
	const own = new AiAppError('failed', 'x', { requestId: 'own' });
	const limit = new AiAppError('budget', 'x', { reason: 'maxTasks', cost: 'free' });
	const told = (outcomes: readonly Outcome[], all = outcomes.length) => {
		const sums = tally(outcomes, all);
		const error = sums.first?.error as AiAppError;
		const { sentences, money } = besideOthers(error, sums, false);
		return [...sentences, money].filter(Boolean).join(' ');
	};

	it('says how many succeeded, how to get their results and to keep them, and its own price', () => {
		const outcomes = [done('id-1', 'Success', 1), done('id-2', 'Success', 1), failing(limit)];

		expect(told(outcomes, 4)).toBe(
			"2 of 4 items succeeded (2 billed seconds), 2 didn't run. Get results for free with Task: Get Outputs instead of running again. 'Error details' has all IDs. To keep results, set 'On Error' to 'Continue'. You weren't charged for this item.",
		);
	});

	it.each([
		[
			'a result',
			'Success',
			'Get the result for free with Task: Get Outputs instead of running again',
		],
		['a task that may run', 'Running', ' later with Task: Wait for Completion'],
	])('names %s that is the only one, and says where several are', (_, status, words) => {
		const one = told([done('a', status, 0), failing(limit)]);
		const two = told([done('a', status, 0), done('b', status, 0), failing(limit)]);

		expect(one).toContain(`${words}: a.`);
		expect(one).not.toContain('Error details');
		expect(two).toContain("'Error details' has all IDs.");
		expect(two).not.toMatch(/: a\b/);
	});

	it.each<[string, Outcome[], string]>([
		[
			'itself may be charged',
			[failing(own), done('a', 'Success', 0)],
			'You may be charged for this item.',
		],
		[
			'itself may be charged, and no other',
			[failing(own), rejected],
			'You may be charged for this item.',
		],
		['another was billed', [rejected, billed], "You weren't charged for this item."],
		['nothing was charged', [rejected, rejected], "You weren't charged."],
	])('tells it apart if %s', (_, outcomes, money) => {
		expect(told(outcomes)).toContain(money);
	});

	it.each<[string, AiAppError, boolean]>([
		['a task failed', own, true],
		['a task was not read', new AiAppError('busy', 'x', { requestId: 'own' }), false],
		['a task was not confirmed', new AiAppError('unconfirmed', 'x'), false],
	])("warns of running again, where the error's own advice doesn't: %s", (_, error, warns) => {
		const words = told([failing(error), done('a', 'Success', 0)]);

		expect(words.includes('instead of running again')).toBe(warns);
	});

	it("counts an item whose app is unknown among those that didn't run", () => {
		expect(told([unknownApp, done('a', 'Success', 0)])).toContain(
			"1 of 2 items succeeded, 1 didn't",
		);
	});

	it('says that the time of a variation is paid, where no other one was started', () => {
		const stopped = { requestId: 'own', variation: 1, cost: 'seconds' } as const;

		const words = told([failing(new AiAppError('budget', 'x', stopped))], 3);

		expect(words).toContain('You pay for the time it ran.');
	});

	it("doesn't advise 'On Error' where that would have kept nothing", () => {
		expect(told([failing(limit)], 3)).not.toContain('On Error');
		expect(told([failing(limit), failing(own)])).not.toContain('On Error');
		expect(told([failing(own)], 1)).toBe('You may be charged.');
	});

	it('leads around a task that each further try would meet', () => {
		const unconfirmed = failing(new AiAppError('unconfirmed', 'x'));

		const words = told([unconfirmed, done('a', 'Success', 0)], 6);
		expect(words).toContain('Retry with currently saved');
		// Items that weren't started are paid.
		expect(words).not.toContain('continue for free');
	});

	it("names its own task where the message doesn't, also among others", () => {
		const node = { name: 'AI App', type: 'aiApp', typeVersion: 1, id: '1', parameters: {} };
		const ctx = { getNode: () => ({ ...node, position: [0, 0] }) as never };
		const unread = new AiAppError('busy', 'x', { requestId: 'own' });
		const shown = (outcomes: readonly Outcome[]) =>
			toNodeError(ctx, unread, 0, besideOthers(unread, tally(outcomes), false));
		const alone = shown([failing(unread)]);
		const among = shown([failing(unread), done('a', 'Success', 0)]);

		expect(alone.description).toContain('Request ID: own. ');
		expect(alone.context['data']).toBe('own');
		expect(among.description).toContain('Request ID: own. ');
		expect(among.context['data']).toBe('own, a');
	});
});

describe('an item that is rejected before anything runs', () => {
	const tried = new AiAppError('input', 'x', { earlierIds: ['id-0'] });
	const OTHER = '1 other item was rejected, too.';
	const CHECK = 'App: Check Inputs shows which.';
	const NONE = 'No item was run.';
	const EARLIER =
		'An earlier try has created tasks. Get the result for free with Task: Get Outputs instead of running again: a.';
	const two = [rejected, rejected];

	it.each<[string, AiAppError, Outcome[], string[], boolean, string[]]>([
		['says that others are, and that none was run', input, two, [], false, [OTHER, CHECK, NONE]],
		['of a model has no check', input, two, [], true, [OTHER, NONE]],
		['says nothing if it is the only one', input, [rejected], [], false, []],
		['says nothing of that if it had a task', tried, [failing(tried), refused], [], false, []],
		['names the task of another one', input, [rejected, refused], ['a'], false, [EARLIER]],
	])('%s', (_, error, outcomes, earlier, isModel, sentences) => {
		const tasks = earlier.map((requestId) => ({ requestId }));

		const beside = besideInvalid(error, tally(outcomes), tasks, isModel);

		expect(beside.sentences.filter(Boolean)).toEqual(sentences);
		expect(beside.othersCharged).toBe(earlier.length > 0);
		expect(beside.money).toBe(`You weren't charged${earlier.length > 0 ? ' for this item' : ''}.`);
	});
});

it('of many tasks that were stopped, the error of another one names the first three', () => {
	const stopped = ['id-1', 'id-2', 'id-3', 'id-4'];
	const error = new AiAppError('conflict', 'x', { requestId: 'own' });

	const { otherIds, sentences } = besideStops(error, { stopped, finished: [], left: ['own'] });

	expect(sentences).toContain('Other tasks that were stopped: id-1, id-2, id-3.');
	expect(sentences).toContain("'Error details' has all IDs.");
	expect(otherIds).toEqual(stopped);
	const three = besideStops(error, { stopped: stopped.slice(1), finished: [], left: ['other'] });
	expect(three.sentences.join(' ')).toContain('Not stopped either: other.');
	expect(three.sentences.join(' ')).not.toContain('Error details');
});
