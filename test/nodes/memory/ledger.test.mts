import type { IExecuteFunctions } from 'n8n-workflow';
import { createNodeLedger, type LedgerMemory } from '../../../nodes/AiApp/memory/ledger';

type Setup = {
	readonly context?: object;
	readonly execution?: string;
	readonly run?: number;
	readonly type?: string;
};

function ledgerOf({ context = {}, execution = '1', run = 0, type = 'aiApp' }: Setup) {
	const ctx = {
		getNode: () => ({ id: 'node', name: 'AI App', type }),
		getExecutionId: () => execution,
		getContext: () => context,
		evaluateExpression: () => run,
	} as unknown as IExecuteFunctions;
	return createNodeLedger(ctx, (): LedgerMemory => ({ entries: {} }));
}

const workOf = (itemIndex: number) => ({
	...{ itemIndex, variations: 1, of: 1, typed: '' },
	inputs: { prompt: `cat ${itemIndex}` },
});

const claim = (ledger: ReturnType<typeof ledgerOf>, work: ReturnType<typeof workOf>) =>
	ledger.claim(work)[0] ?? '';

it.each(['aiApp', 'aiAppTool'])('an item of %s has its own tasks, not those of others', (type) => {
	const ledger = ledgerOf({ type });
	for (const item of [1, 10])
		ledger.write(claim(ledger, workOf(item)), { tasks: [{ requestId: `task ${item}` }] });

	expect(ledger.ofItem(1).tasks).toMatchObject([{ requestId: 'task 1' }]);
	expect(ledger.ofAll().tasks).toMatchObject([{ requestId: 'task 1' }, { requestId: 'task 10' }]);
});

it('the next turn of a loop is new work, also in the retry of an execution', () => {
	const context = {};
	ledgerOf({ context });
	const retry = { context, execution: '2' };
	const first = ledgerOf(retry);
	first.write(claim(first, workOf(0)), { tasks: [{ requestId: 'task' }] });

	const second = ledgerOf({ ...retry, run: 1 });

	expect(second.read(claim(second, workOf(0)))).toEqual({ tasks: [] });
});

describe('a task of another retry of the same execution', () => {
	const saved = () => {
		const context = {};
		ledgerOf({ context });
		return JSON.stringify(context);
	};
	const begin = (context: string, execution: string) =>
		ledgerOf({ context: JSON.parse(context) as object, execution });
	const send = (ledger: ReturnType<typeof ledgerOf>, prompt: string) =>
		ledger.write(claim(ledger, { ...workOf(0), inputs: { prompt } }), {
			tasks: [{ requestId: prompt }],
		});

	it.each([
		['is the same work if the same was given', 'cat', [{ requestId: 'cat' }]],
		['is other work if only the same was typed', 'dog', [{ requestId: 'cat', isReplaced: true }]],
	])('%s', (_, prompt, tasks) => {
		const first = saved();
		send(begin(first, '2'), 'cat');

		const other = begin(first, '3');

		const key = claim(other, { ...workOf(0), inputs: { prompt } });
		expect(other.read(key)).toMatchObject({ tasks });
	});

	it('is the same work for a retry of that retry, though only the same was typed', () => {
		const context = JSON.parse(saved()) as object;
		send(ledgerOf({ context, execution: '2' }), 'cat');

		const next = begin(JSON.stringify(context), '3');

		expect(next.read(claim(next, workOf(0))).tasks).toEqual([
			expect.not.objectContaining({ isReplaced: true }),
		]);
	});
});

it('the data of an execution keeps no result that a tool has returned', () => {
	const tool = { type: 'aiAppTool', context: {} };
	const call = ledgerOf(tool);
	const key = claim(call, workOf(0));
	call.write(key, { tasks: [{ requestId: 'returned' }] });
	call.deliver(key);

	ledgerOf({ ...tool, run: 1 });

	expect(JSON.stringify(tool.context)).not.toContain('returned');
});
