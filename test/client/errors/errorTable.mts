import type { WaitOptions } from '../../../client/tasks/wait';
import type { Client } from '../../../client/client';
import { isRetryable } from '../../../client/errors/retryable';
import { settle } from '../../../client/settle';
import { retry } from '../../../client/resilience/retry';
import { inAnHour } from '../deadlines.mts';
import type { FaultEffect, TaskPlan } from '../../../emulator/index.mts';
import { KNOWN_CODES } from '../../../emulator/errors/errorCodes.mts';
import { errorOf } from '../errors.mts';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';

/** One line of a table of the document: the cause and the result. */
export type Row = readonly string[];

/** The result of a call; `cell` names it. */
export type Cause = { readonly cell: string; readonly effect: FaultEffect | 'unreachable' };

const STATUSES = [400, 401, 402, 403, 404, 408, 409, 410, 413, 418, 422, 429, 500, 502, 503, 504];

export const REFUSALS: readonly Cause[] = [
	...KNOWN_CODES.map((code) => ({
		cell: `code ${code}`,
		effect: { type: 'refuse', code } as const,
	})),
	{
		cell: 'a code that is not known, HTTP 400',
		effect: { type: 'refuse', code: 99_999, status: 400 },
	},
	{
		cell: 'a code that is not known, HTTP 200',
		effect: { type: 'answer', status: 200, body: { code: 99_999, message: 'Odd' } },
	},
	...STATUSES.map((status) => ({
		cell: `HTTP ${status} without a code`,
		effect: { type: 'answer', status, body: { message: 'Refused' } } as const,
	})),
	{
		cell: 'HTTP 422 without a code, about the content',
		effect: { type: 'answer', status: 422, body: { message: 'Sensitive content' } },
	},
	{
		cell: 'HTTP 422 without a code or text',
		effect: { type: 'answer', status: 422, body: {} },
	},
];

export const NETWORK: readonly Cause[] = [
	{ cell: 'connection refused, name not found', effect: 'unreachable' },
	{ cell: 'connection reset', effect: { type: 'reset', when: 'before' } },
	{ cell: 'no answer within the time limit', effect: { type: 'hang' } },
	{ cell: 'half of an answer', effect: { type: 'truncate' } },
	{ cell: 'more than the size limit', effect: { type: 'bytes', count: 11 * 1024 ** 2 } },
	{ cell: 'a page, HTTP 200', effect: { type: 'html', status: 200 } },
	{ cell: 'a page, a text or nothing, HTTP 403', effect: { type: 'html', status: 403 } },
	{ cell: 'a page, HTTP 502', effect: { type: 'html', status: 502 } },
	{
		cell: 'an empty answer to a read or create, HTTP 200',
		effect: { type: 'answer', status: 200, body: '' },
	},
	{ cell: 'a redirect', effect: { type: 'redirect', to: 'http://127.0.0.1:9/' } },
];

export const UNKNOWN_ID = '0f0e0d0c-0000-4000-8000-000000000000';
const NOTHING_LISTENS = 'http://127.0.0.1:9';

/** Runs a read and a create with the cause, and returns the result of each. */
export async function callRow(service: Service, { cell, effect }: Cause): Promise<Row> {
	if (effect !== 'unreachable')
		for (const on of ['status', 'create'] as const)
			service.emulator.addFault({ on, effect, times: Infinity });
	const { calls, client } = counted(
		effect === 'unreachable' ? service.clientWith({ baseUrl: NOTHING_LISTENS }) : service.client,
	);

	const read = await errorOf(() => retry(() => client.tasks.status(UNKNOWN_ID), inAnHour(service)));
	const work = createWork({ ...service, clock: service.clock, client });
	const created = await errorOf(() => work.attempt());

	const create = created.kind === read.kind ? '' : `, then \`${created.kind}\``;
	return [
		cell,
		`\`${read.kind}\``,
		withoutReason(read.message),
		calls.status > 1 ? 'repeated' : 'once',
		(calls.create > 1 ? 'repeated' : 'once') + create,
		isRetryable(created) ? 'yes' : 'no',
	];
}

function counted(client: Client) {
	const calls = { status: 0, create: 0 };
	const { tasks } = client;
	const status: typeof tasks.status = (...given) => {
		calls.status += 1;
		return tasks.status(...given);
	};
	const create: typeof tasks.create = (...given) => {
		calls.create += 1;
		return tasks.create(...given);
	};
	return { calls, client: { ...client, tasks: { ...tasks, status, create } } };
}

/** What made a task finish, or kept it from finishing. */
export type End = {
	readonly cell: string;
	readonly plan: Partial<TaskPlan>;
	readonly during?: 'canceled' | 'stopped';
	readonly limits?: Partial<WaitOptions>;
};

export const ENDS: readonly End[] = [
	{ cell: 'Failed', plan: { outcome: 'Failed', errorMessage: 'Out of memory' } },
	{
		cell: 'Failed, for its content',
		plan: { outcome: 'Failed', errorMessage: 'Sensitive content' },
	},
	{ cell: 'Canceled by someone else', plan: { queuingMs: 60_000 }, during: 'canceled' },
	{ cell: 'Success, all outputs rejected', plan: { outputs: 'rejected' } },
	{ cell: 'Success, all outputs with a code of their own', plan: { outputs: 'error' } },
	{ cell: 'Success, no outputs', plan: { outputs: 'none' } },
	{ cell: 'Running after Max Wait Time (Fail, Keep Task Running)', plan: { runningMs: 600_000 } },
	{
		cell: 'an unknown state after Max Wait Time (Fail, Keep Task Running)',
		plan: { runningMs: 600_000, unknownStatus: 'Odd' },
	},
	{
		cell: 'Running after Max Wait Time (Stop Task)',
		plan: { runningMs: 600_000 },
		limits: { onTimeout: 'stop' },
	},
	{
		cell: 'Queuing after Max Queue Time',
		plan: { queuingMs: 600_000 },
		limits: { maxQueueMs: 30_000 },
	},
	{
		cell: 'Running after Max Run Time',
		plan: { runningMs: 600_000 },
		limits: { maxRunMs: 30_000 },
	},
	{ cell: 'execution stopped, task interrupted', plan: { runningMs: 600_000 }, during: 'stopped' },
];

/** Runs a task to such a result. */
export async function endRow(service: Service, { cell, plan, during, limits }: End): Promise<Row> {
	service.emulator.plan(plan);
	const stop = new AbortController();
	const work = createWork(service);
	service.time.after(10_000, () => {
		if (during === 'stopped') stop.abort();
		const id = service.emulator.tasks()[0]?.requestId ?? '';
		if (during === 'canceled') void service.client.tasks.cancel(id);
	});

	const error = await errorOf(() =>
		work.run({ maxWaitMs: 60_000, ...limits, signal: stop.signal }),
	);

	const message = error.message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
	const retryable = isRetryable(error) ? 'yes' : 'no';
	const row = (next: string): Row => [cell, `\`${error.kind}\``, message, next, retryable];
	const next = await settle(() => work.attempt({ signal: stop.signal }));
	if (!next.ok) return row('no task');
	return row(next.value.attached ? 'the same task' : 'a new task');
}

/** n8n's helpers and those of the tests word network failures differently. */
function withoutReason(message: string): string {
	return message.replace(/\((?![^)]*(HTTP|code) \d)[^)]*\)$/, '(…)');
}
