import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { stillOpen, type LedgerEntry } from '../../../client/index';
import { isToolNode } from '../facts/agent';
import { type NodeLedgerEntries, type NodeTask, entriesOfRetries, tasksIn } from './ledgerEntries';
import { executionState, runIndexOf } from './executionState';
import { ofObject } from './ofObject';
import {
	identityOf,
	isSameWork,
	placeOf,
	placesOfItem,
	type Identity,
	type PaidWork,
} from './sameWork';

export type LedgerMemory = {
	/** Tells a memory that outlives executions when a key comes into use, and when its use ends. */
	readonly uses?: (key: string, isInUse: boolean) => void;
	entries: NodeLedgerEntries;
	/**
	 * The execution in which this memory began, and the retries that have read it since: each is a
	 * retry of the one before it.
	 */
	executions?: readonly (string | undefined)[];
	/** Names this memory and its copies: another execution may have the number of the first. */
	id?: string;
	/** The run of the node that its entries belong to. */
	ofRun?: number | 'all';
	/** The number of the latest call, if n8n doesn't count them. */
	run?: number;
};

const MEMBER = 'paidWork';

/**
 * The ledger in the node's context. n8n keeps it for all attempts and saves it with the execution,
 * so a retry from the executions list finds it, too. Entries belong to one run of the node, because
 * the next turn of a loop is new work. They are found by the item's place in that run. For an
 * agent's tool, n8n counts each call as a run, attempts included. Its entries are found by the
 * values of the call instead, and kept until their result was returned.
 * @param byCalls the ledger of a tool that runs without an execution
 */
export function createNodeLedger(ctx: IExecuteFunctions, byCalls: () => LedgerMemory) {
	const isTool = isToolNode(ctx.getNode());
	// n8n's first-class Agents and its MCP server run tools without an execution.
	const isOutsideExecution = isTool && !ctx.getExecutionId();
	const memory: LedgerMemory = isOutsideExecution
		? byCalls()
		: executionState(ctx, MEMBER, () => ({ entries: {} }));
	const run = memory.run ?? runIndexOf(ctx);
	const execution = ctx.getExecutionId();
	if (!isOutsideExecution) beginRun(memory, execution, isTool ? 'all' : run);
	const { entries } = memory;
	if (isTool) forgetDelivered(entries, run);
	allowAfterStop(memory, execution);
	const { allKeys, claim, keysOf, release, identityAt } = claimsIn(memory, isTool);
	const { tasksAt, write } = placesIn(memory, identityAt, run);

	return {
		...{ claim, release, write },
		read: (key: string): LedgerEntry => ({ tasks: tasksAt(key) }),
		/** Whether a task was sent by another execution, of which this one is a retry. */
		isOfOther: (key: string, requestId: string): boolean =>
			tasksAt(key).some((task) => task.requestId === requestId && task.execution !== execution),
		/** All tasks that were sent for an item of this run, of all of its variations. */
		ofItem(itemIndex: number): LedgerEntry {
			return { tasks: keysOf(itemIndex).flatMap(tasksAt) };
		},
		/** All tasks that were sent for any item of this run, or for a call of a tool. */
		ofAll: (): LedgerEntry => ({ tasks: allKeys().flatMap(tasksAt) }),
		/** Marks the result of this piece of work as returned, to the next node or the agent. */
		deliver(key: string): void {
			const tasks = tasksAt(key);
			const last = tasks.at(-1);
			if (last) write(key, { tasks: [...tasks.slice(0, -1), { ...last, deliveredIn: run }] });
		},
	};
}

function placesIn(
	{ entries, executions = [] }: LedgerMemory,
	identityAt: (key: string) => Identity | undefined,
	run: number,
) {
	const execution = executions.at(-1);
	const reader = { executions, run };

	/**
	 * The tasks at a place, for the work that claims the place: first tasks for other values that
	 * may still run, then the work's own tasks.
	 */
	function tasksAt(key: string): readonly NodeTask[] {
		const tasks = tasksIn(entries, key);
		const identity = identityAt(key);
		if (!identity) return tasks;
		const { others, own } = byWork(tasks, identity, reader);
		return [
			...others.filter(stillOpen).map((task) => ({ ...task, isReplaced: true as const })),
			...own,
		];
	}

	/**
	 * Stores the tasks of a piece of work. A task that is already stored keeps its identity, even if
	 * the parameters have changed since.
	 */
	function write(key: string, { tasks }: LedgerEntry): void {
		const identity = identityAt(key) ?? { typed: '', given: '' };
		const { others } = byWork(tasksIn(entries, key), identity, reader);
		const own = tasks.filter(({ isReplaced }) => !isReplaced);
		const all = [...others, ...own.map((task) => ({ ...identity, execution, ...task }))];
		if (all.length > 0) entries[key] = { tasks: all };
		else delete entries[key];
	}

	return { tasksAt, write };
}

/**
 * Splits the tasks of a place into those of a piece of work and all others. Results that another
 * run has returned belong to that run and are left out. A task that comes from another retry is known
 * by what was given alone: what was typed is the same for all items of a loop, and they may be others
 * in that retry.
 */
function byWork(
	tasks: readonly NodeTask[],
	identity: Identity,
	{ executions, run }: { readonly run: number } & Required<Pick<LedgerMemory, 'executions'>>,
) {
	const left = tasks.filter(({ deliveredIn = run }) => deliveredIn === run);
	const own = left.filter((task) =>
		executions.includes(task.execution)
			? isSameWork(task, identity)
			: task.given === identity.given,
	);
	return { own, others: left.filter((task) => !own.includes(task)) };
}

/**
 * The key of a call. A number tells apart equal calls that run at once. A task that an earlier call
 * has left comes before new work.
 */
function keyOfCall(
	given: string,
	entries: LedgerMemory['entries'],
	isInUse: (key: string) => boolean,
): string {
	const isLeft = (key: string) =>
		!isInUse(key) && tasksIn(entries, key).at(-1)?.deliveredIn === undefined;
	const left = Object.keys(entries).find((key) => key.startsWith(`${given}:`) && isLeft(key));
	if (left !== undefined) return left;
	let ordinal = 0;
	while (isInUse(`${given}:${ordinal}`)) ordinal += 1;
	return `${given}:${ordinal}`;
}

function claimsIn(memory: LedgerMemory, isTool: boolean) {
	const { entries } = memory;
	// An agent may call its tool twice at once. Several retries of an execution share their entries,
	// but what one of them calls is what the other one calls.
	const inUse = ofObject(memory, 'claimedKeys', () => new Set<string>());
	const claimed = new Map<string, { readonly identity: Identity; readonly itemIndex: number }>();

	return {
		/** The keys of an item's tasks: those of an earlier try, or new ones. Nothing is written. */
		claim(work: PaidWork): readonly string[] {
			const { itemIndex, variations } = work;
			// The variations share one identity: the inputs that it's a hash of may have megabytes.
			const identity = identityOf(work, isTool);
			return Array.from({ length: variations }, (_, n) => {
				const key = isTool
					? keyOfCall(identity.given, entries, (each) => inUse.has(each))
					: placeOf(itemIndex, n + 1);
				claimed.set(key, { identity, itemIndex });
				inUse.add(key);
				memory.uses?.(key, true);
				return key;
			});
		},
		/** The keys of an item: all stored ones, or for a tool, those that this try has claimed. */
		keysOf: (itemIndex: number): readonly string[] =>
			isTool
				? [...claimed].flatMap(([key, claim]) => (claim.itemIndex === itemIndex ? key : []))
				: placesOfItem(itemIndex).filter((place) => Object.hasOwn(entries, place)),
		/** The keys of all items, found in one pass. */
		allKeys: (): readonly string[] => (isTool ? [...claimed.keys()] : Object.keys(entries)),
		identityAt: (key: string): Identity | undefined => claimed.get(key)?.identity,
		release(): void {
			for (const key of claimed.keys()) {
				inUse.delete(key);
				memory.uses?.(key, false);
			}
		},
	};
}

function forgetDelivered(entries: NodeLedgerEntries, run: number): void {
	for (const [key, { tasks }] of Object.entries(entries))
		if ((tasks.at(-1)?.deliveredIn ?? run) !== run) delete entries[key];
}

/** @param run `all` for tools, whose entries are kept over runs */
function beginRun(memory: LedgerMemory, execution: string, run: number | 'all'): void {
	// The next turn of a loop is new work.
	if ((memory.ofRun ?? run) !== run) memory.entries = {};
	memory.ofRun = run;
	memory.id ??= randomUUID();
	const [first = execution] = memory.executions ?? [];
	if (first !== execution) memory.entries = entriesOfRetries(`${memory.id} ${run}`, memory.entries);
}

/**
 * Allows new tasks where this node stopped a task at a limit, if the execution is a retry from the
 * executions list, or if there is no execution.
 */
function allowAfterStop(memory: LedgerMemory, execution: string): void {
	const { entries, executions = [] } = memory;
	if (execution && executions.at(-1) === execution) return;
	for (const [key, { tasks }] of Object.entries(entries))
		entries[key] = { tasks: tasks.map((task) => ({ ...task, stoppedBy: undefined })) };
	memory.executions = [...executions.filter((each) => each !== execution), execution];
}
