import { phaseOf } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import type { AiAppError } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { MAY_BE_CHARGED } from '../errors/money';
import { say } from '../parsing/say';
import type { Ledger, LedgerEntry, SentTask, Spending } from '../ports';

export function needsTask(entry: LedgerEntry | undefined): boolean {
	const last = entry?.tasks.at(-1);
	return !last || isSpent(last);
}

/** Whether a task has no result, and a retry may create another one. */
export function isSpent({ message, stoppedBy }: SentTask): boolean {
	return message !== undefined && stoppedBy === undefined;
}

export function recordLast(
	ledger: Pick<Ledger, 'read' | 'write'>,
	key: string,
	known: Partial<SentTask>,
): void {
	const entry = ledger.read(key);
	const last = entry?.tasks.at(-1);
	if (!entry || !last) return;
	ledger.write(key, { ...entry, tasks: [...entry.tasks.slice(0, -1), { ...last, ...known }] });
}

/**
 * Records how the last task ended and adds what it was billed.
 * @returns whether that is new: other tries see it end as well
 */
export function recordEnd(
	{ ledger, spending }: { readonly ledger: Ledger; readonly spending: Pick<Spending, 'bill'> },
	key: string,
	task: TaskStatus,
): boolean {
	if (ledger.read(key)?.tasks.at(-1)?.status !== undefined) return false;
	const { status, billedSeconds } = task;
	spending.bill(billedSeconds ?? 0);
	recordLast(ledger, key, { status, billedSeconds });
	return true;
}

/** Records why the last task has no result, if another try deserves a task of its own or must not get one. */
export function recordFailure(
	ledger: Pick<Ledger, 'read' | 'write'>,
	key: string,
	{ kind, message, details: { stoppedBy, status } }: AiAppError,
): void {
	if (!stoppedBy && !kindOf(kind).spendsTask) return;
	const ended = status !== undefined && phaseOf(status).terminal ? { status } : {};
	recordLast(ledger, key, { message, ...ended, ...(stoppedBy && { stoppedBy }) });
}

/** Whether a task was canceled before it ran. */
export function isFree({ status, billedSeconds = 0 }: SentTask): boolean {
	return status === 'Canceled' && billedSeconds === 0;
}

export function idsWithoutResult(entry: LedgerEntry | undefined): readonly string[] {
	return entry?.tasks.flatMap((task) => (isSpent(task) ? (task.requestId ?? []) : [])) ?? [];
}

/**
 * An error of a piece of work with the tasks that were sent for it before: which they are, why the
 * latest has no result, and that they may be charged, unless all were canceled before they ran.
 */
export function withEarlier(error: AiAppError, entry: LedgerEntry | undefined): AiAppError {
	const others = entry?.tasks.filter((task) => !isOwn(task, error)) ?? [];
	if (others.length === 0) return error;
	const ids = others.flatMap(({ requestId }) => requestId ?? []);
	const why = others.flatMap(({ message }) => message ?? []).at(-1);
	let full = error.about({ earlierIds: ids });
	if (ids.length > 0) full = full.advising(say`Earlier tasks of this item: ${ids}.`);
	if (why !== undefined) full = full.advising(say`The latest: ${why}.`);
	return others.every(isFree) ? full : full.advising(MAY_BE_CHARGED);
}

function isOwn(task: SentTask, { kind, details }: AiAppError): boolean {
	return task.requestId === undefined
		? kind === 'unconfirmed'
		: task.requestId === details.requestId;
}
