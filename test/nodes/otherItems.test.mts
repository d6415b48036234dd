import { AiAppError } from '../../client/index';
import { readTaskStatus } from '../../client/api/taskStatus';
import { hintAtSum, withOthers, type Outcome } from '../../nodes/AiApp/actions/summary';
import { onTask, PROMPT, runForm, runModel, useService } from './service.mts';

const service = useService();

const rejected: Outcome = { ok: false, error: new AiAppError('input', 'Rejected') };
const refused: Outcome = { ok: false, error: new AiAppError('budget', 'Limit') };
const billed: Outcome = {
	ok: false,
	error: new AiAppError('failed', 'Failed', { requestId: 'c', billedSeconds: 3.5 }),
};
const reused: Outcome = { ok: true, value: { items: [], isReused: true } };
const twoItems = [{ json: { n: 'a' } }, { json: { n: 'b' } }];

function done(requestId: string, status: string, billedSeconds: number): Outcome {
	const task = { ...readTaskStatus({ status }), billedSeconds };
	const result = { requestId, task, outputs: [] };
	return { ok: true, value: { items: [{ json: { request_id: requestId } }], result } };
}

it('the summary contains what a rejected result cost, beside the finished tasks', async () => {
	service.emulator.plan({ outputs: 'rejected' }, { times: 1 });

	const { hints } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }),
		items: [...twoItems, { json: {} }],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(hints).toEqual([
		'2 tasks finished (3.2 billed seconds). 1 item failed (1.6 billed seconds).',
	]);
});

describe('the summary of an execution', () => {
	it.each([
		[
			'several',
			[done('a', 'Success', 5), done('b', 'Success', 7.5), rejected, rejected],
			'2 tasks finished (12.5 billed seconds). 2 items failed.',
		],
		[
			'one of each',
			[done('a', 'Success', 1), rejected],
			'1 task finished (1 billed second). 1 item failed.',
		],
		[
			'a task that is still running',
			[done('a', 'Success', 2), done('b', 'Running', 0)],
			'1 task finished (2 billed seconds).',
		],
		[
			'items that were refused at a limit',
			[done('a', 'Success', 2), refused, refused],
			"1 task finished (2 billed seconds). 2 items didn't run because of a limit.",
		],
		[
			'failed tasks that were billed',
			[done('a', 'Success', 2), billed],
			'1 task finished (2 billed seconds). 1 item failed (3.5 billed seconds).',
		],
		[
			'reused results',
			[done('a', 'Success', 2), reused],
			'1 task finished (2 billed seconds). 1 result reused.',
		],
		[
			'failed tasks alone, if they were billed',
			[billed, billed],
			'2 items failed (7 billed seconds).',
		],
		['failed tasks alone, if none was billed', [rejected, rejected], undefined],
		['no finished task', [done('a', 'Running', 0), rejected], undefined],
		['one item', [done('a', 'Success', 2)], undefined],
	])('%s', (_, outcomes: readonly Outcome[], sum) => {
		const hints: string[] = [];

		hintAtSum({ info: (hint) => hints.push(hint) }, outcomes);

		expect(hints).toEqual(sum === undefined ? [] : [sum]);
	});
});

describe('a failed item names the tasks of the others', () => {
	const others = (error: AiAppError, outcomes: readonly Outcome[]) =>
		withOthers(error, outcomes, { unit: 'item', readWith: 'Task: Get Outputs' }).advice;
	const input = new AiAppError('input', 'x');

	it('and says how many were processed, and that it cost nothing itself', () => {
		const outcomes = [done('id-1', 'Success', 1), done('id-2', 'Success', 1), rejected, undefined];

		expect(others(input, outcomes)).toBe(
			"Correct the value and run again. 2 of 4 items were processed. Get the results of other tasks with Task: Get Outputs: id-1, id-2. To get them from this node, set 'On Error' to 'Continue'. This item wasn't charged.",
		);
	});

	it('and says that you may be charged if its own task may be', () => {
		const failed = new AiAppError('failed', 'x', { requestId: 'own' });

		expect(others(failed, [done('id-1', 'Success', 1), rejected])).toMatch(
			/1 of 2 items was processed\. .*: id-1\. .* You may be charged\.$/,
		);
	});

	it('and that you may be charged for another that failed', () => {
		const details = { requestId: 'd', status: 'Canceled' };
		const overran = new AiAppError('budget', 'x', details, 'You pay for the time it ran.');
		const interrupted: Outcome = { ok: false, error: overran };
		const unconfirmed: Outcome = { ok: false, error: new AiAppError('unconfirmed', 'x') };

		expect(others(input, [rejected, billed])).toMatch(/: c\. .* This item wasn't charged\.$/);
		expect(others(input, [rejected, unconfirmed])).toMatch(/ This item wasn't charged\.$/);
		expect(others(input, [rejected, interrupted])).toMatch(/ This item wasn't charged\.$/);
	});

	it('also those from earlier tries of another item, but not its own', () => {
		const tried = new AiAppError('busy', 'x', { earlierIds: ['id-0'] });
		const outcomes: Outcome[] = [{ ok: false, error: tried }, rejected];

		expect(others(input, outcomes)).toContain(': id-0. ');
		expect(others(tried, outcomes)).not.toContain('id-0');
	});

	it('but a reused result costs nothing', () => {
		const item = { json: { request_id: 'id-1' } };
		const again: Outcome = { ok: true, value: { items: [item], isReused: true } };

		expect(others(input, [again, rejected])).toMatch(/: id-1\. .* You weren't charged\.$/);
	});

	it('and of its other variations', async () => {
		const { error } = await service.run({
			parameters: runForm(
				{ [PROMPT]: 'a cat' },
				{ options: { variations: 3 }, limits: { maxTasks: 2 } },
			),
		});

		expect(error?.description).toMatch(/\b2 of 3 variations were processed\./);
		expect(error?.description).toMatch(/You may be charged\.$/);
	});

	it('with the operation for models if the task belongs to a model', async () => {
		service.emulator.addFault({ on: 'model', effect: { type: 'refuse', code: 20049 } });

		const { error } = await service.run({
			parameters: runModel({ waitMode: 'none', options: { maxAtATime: 2 } }),
			items: [...twoItems, ...twoItems],
		});

		expect(error?.description).toMatch(/1 of 4 items was processed.* with Model: Get Task: /);
	});

	it('but not if the operation creates no tasks', async () => {
		const { outputs } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });
		const known = String(outputs[0]?.[0]?.json.request_id);

		const { error } = await service.run({
			parameters: onTask('getStatus', '={{ $json.id }}'),
			items: [{ json: { id: known } }, { json: { id: '' } }],
		});

		expect(error?.message).toBe("'Request ID' is empty");
		expect(error?.description).not.toContain(known);
	});
});
