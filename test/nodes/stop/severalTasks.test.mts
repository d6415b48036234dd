import type { TaskPlan } from '../../../emulator/index.mts';
import type { Ended } from '../engine.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { collections, onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const HOUR = 60 * 60_000;
const QUEUED: Partial<TaskPlan> = { queuingMs: HOUR };
const RUNNING: Partial<TaskPlan> = { queuingMs: 0, preparingMs: 0, runningMs: HOUR };
const UNKNOWN = '8307183e-5d33-4a0c-9d3a-000000000000';
const MISTYPED = '§';

/** The IDs of tasks that nobody waits for, in the order of their plans. */
async function created(...plans: Partial<TaskPlan>[]): Promise<string[]> {
	for (const plan of plans) service.emulator.plan(plan, { times: 1 });
	await service.run({
		parameters: runForm(
			{ [PROMPT]: 'a cat' },
			{ waitMode: 'none', ...collections({ maxAtATime: 1 }) },
		),
		items: inputItems(plans.length),
	});
	await service.time.sleep(2_000);
	return service.emulator.tasks().map(({ requestId }) => requestId);
}

const many = (plan: Partial<TaskPlan>) => created(...Array<Partial<TaskPlan>>(11).fill(plan));

/** On Error is as n8n sets it: the workflow stops. */
const byIds = (operation: string, ids: readonly string[]) =>
	service.run({ parameters: onTask(operation, ids.join(', ')), executionId: '2' });
const byItems = (operation: string, ids: readonly string[]) =>
	service.run({
		parameters: onTask(operation, '={{ $json.request_id }}'),
		items: ids.map((request_id) => ({ json: { request_id } })),
		executionId: '2',
	});

async function left(): Promise<string[]> {
	await service.time.sleep(60_000);
	const tasks = service.emulator.tasks();
	return tasks.flatMap(({ requestId, stop }) => (stop ? [] : requestId));
}

const said = ({ error }: Ended) => `${error?.message} ${error?.description}`;

const OPERATIONS: readonly [string, string, Partial<TaskPlan>][] = [
	['stop', 'running', RUNNING],
	['stop', 'queued', QUEUED],
	['cancel', 'queued', QUEUED],
	['interrupt', 'running', RUNNING],
];
const WRONG: readonly [string, string][] = [
	['mistyped', MISTYPED],
	['unknown', UNKNOWN],
];
const GIVEN = [
	['in one item', byIds],
	['of many items', byItems],
] as const;

describe.each(OPERATIONS)('Task: %s of twelve request IDs of %s tasks', (operation, _, plan) => {
	it.each(GIVEN.flatMap(([how, run]) => WRONG.map(([what, id]) => [how, what, id, run] as const)))(
		'%s, the first of which is %s, stops the other eleven and fails',
		async (_how, _what, wrong, run) => {
			const ids = await many(plan);

			const { error } = await run(operation, [wrong, ...ids]);

			expect(await left()).toEqual([]);
			expect(error).toBeDefined();
		},
	);
});

describe('the error of several request IDs says what became of each:', () => {
	it.each<[string, string, Partial<TaskPlan>, Partial<TaskPlan>]>([
		['cancel', 'runs', RUNNING, QUEUED],
		['interrupt', 'is queued', QUEUED, RUNNING],
	])('Task: %s where the first one %s', async (operation, _, other, plan) => {
		const ids = await created(other, plan, plan);
		const [first] = ids;

		const ended = await byIds(operation, ids);

		expect(await left()).toEqual([first]);
		for (const id of ids) expect(said(ended)).toContain(id);
	});

	it.each(GIVEN)('Task: Stop, %s, where two of four are unknown', async (_, run) => {
		const [first = '', second = ''] = await created(RUNNING, QUEUED);
		const other = UNKNOWN.replace('8307', '8308');

		const ended = await run('stop', [UNKNOWN, first, other, second]);

		expect(await left()).toEqual([]);
		for (const id of [UNKNOWN, first, other, second]) expect(said(ended)).toContain(id);
	});

	it('Task: Stop names those that may still be running', async () => {
		const ids = await created(RUNNING, RUNNING, RUNNING);
		const effect = { type: 'refuse', code: 20052 } as const;
		service.emulator.addFault({ on: 'interrupt', requestId: ids[0], times: Infinity, effect });

		const ended = await byIds('stop', ids);

		expect(await left()).toEqual([ids[0]]);
		for (const id of ids) expect(said(ended)).toContain(id);
	});
});

it.each(['cancel', 'interrupt', 'stop'])(
	'Task: %s with On Error set to Continue has an item for each request ID',
	async (operation) => {
		const ids = await many(operation === 'cancel' ? QUEUED : RUNNING);

		const { outputs } = await service.run({
			parameters: onTask(operation, [UNKNOWN, ...ids].join(', ')),
			settings: { onError: 'continueRegularOutput' },
			executionId: '2',
		});

		const [failed, ...stopped] = outputs[0]?.map(({ json }) => json) ?? [];
		expect(failed?.details).toMatchObject({ kind: 'task_not_found', request_id: UNKNOWN });
		expect(stopped.map(({ request_id }) => request_id)).toEqual(ids);
		expect(await left()).toEqual([]);
	},
);
