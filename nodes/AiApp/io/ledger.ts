import type { IExecuteFunctions } from 'n8n-workflow';
import {
	hashOf,
	isSameWork,
	isSeedName,
	stillOpen,
	type Identity,
	type LedgerEntry,
	type SentTask,
} from '../../../client/index';
import { isToolNode } from './agent';
import { executionState, runIndexOf } from './executionState';
import { ofObject } from '../transport/ofObject';

/** With the identity of the work that its last task was created for. */
type NodeLedgerEntry = LedgerEntry &
	Identity & {
		readonly run: number;
		/** The run of the node in which the result of the last task left it. */
		readonly deliveredIn?: number;
	};

/** A piece of paid work, as a later try knows it again. */
export type PaidWork = {
	readonly itemIndex: number;
	/** Which of the item's variations it is, from 1. */
	readonly part: number;
	/** The app or model, and how it's run. */
	readonly of: unknown;
	/** The values that it gets. */
	readonly inputs: Readonly<Record<string, unknown>>;
	/** A hash of the parameters that decide on its result, as they were typed. */
	readonly typed: string;
};

export type LedgerMemory = {
	/** Called with a key that is in use, and when it no longer is; for a memory that outlives executions. */
	readonly uses?: (key: string, isInUse: boolean) => void;
	readonly entries: Record<string, NodeLedgerEntry>;
	execution?: string;
	/** The number of the latest call, where n8n counts none. */
	run?: number;
};

const MEMBER = 'paidWork';

/**
 * The ledger in the node's context: n8n keeps it for all attempts and saves it with the
 * execution, so that a retry from the executions list finds it too. Entries belong to one run of the
 * node, because the next turn of a loop is new work, and are found by their place in it. The runs of an
 * agent's tool count its calls, attempts included, so there entries are found by what was given, and
 * kept until their result was returned.
 * @param byCalls the ledger of a tool that runs without an execution
 */
export function createNodeLedger(ctx: IExecuteFunctions, byCalls: () => LedgerMemory) {
	const isTool = isToolNode(ctx.getNode());
	// n8n's first-class Agents and its MCP server run tools without one.
	const isOutsideExecution = isTool && !ctx.getExecutionId();
	const memory: LedgerMemory = isOutsideExecution
		? byCalls()
		: executionState(ctx, 'node', MEMBER, () => ({ entries: {} }));
	const run = memory.run ?? runIndexOf(ctx);
	const { entries } = memory;
	forgetOlderRuns(entries, run, isTool);
	allowAfterStop(memory, ctx.getExecutionId());
	const { claim, keysOf, release, identityAt } = claimsIn(memory, run, isTool);

	return {
		...{ claim, release },
		read: (key: string) => entries[key],
		write(key: string, entry: LedgerEntry): void {
			const known = entries[key];
			const isNew = entry.tasks.length > (known?.tasks.length ?? 0);
			const { typed, given } = (isNew ? undefined : known) ?? identityAt(key);
			if (entry.tasks.length > 0) entries[key] = { ...entry, run, typed, given };
			else delete entries[key];
		},
		/** All tasks that were sent for an item of this run, of all of its variations. */
		ofItem(itemIndex: number): LedgerEntry {
			return { tasks: keysOf(itemIndex).flatMap((key) => entries[key]?.tasks ?? []) };
		},
		/** The same of all other items, in one pass. */
		ofOthers(itemIndex: number): LedgerEntry {
			const own = new Set(keysOf(itemIndex));
			const others = Object.entries(entries).filter(([key]) => !own.has(key));
			return { tasks: others.flatMap(([, entry]) => entry.tasks) };
		},
		/** Marks the result of this piece of work as returned to the next node. */
		deliver(key: string): void {
			const entry = entries[key];
			if (entry) entries[key] = { ...entry, deliveredIn: run };
		},
	};
}

function placeOf(itemIndex: number, part: number | ''): string {
	return `item ${itemIndex} part ${part}`;
}

/** Calls of a tool have no place: there it's what was given, without seeds. */
function identityOf({ inputs, of, typed }: PaidWork, isTool: boolean): Identity {
	const values = Object.entries(inputs).filter(([name]) => !isTool || !isSeedName(name));
	return { typed, given: hashOf({ of, inputs: Object.fromEntries(values) }) };
}

/** Equal calls at once are told apart by a number. What one has left comes before new work. */
function keyOfCall(
	given: string,
	entries: LedgerMemory['entries'],
	isInUse: (key: string) => boolean,
): string {
	const isLeft = (key: string) => !isInUse(key) && entries[key]?.deliveredIn === undefined;
	const left = Object.keys(entries).find((key) => key.startsWith(`${given}:`) && isLeft(key));
	if (left !== undefined) return left;
	let ordinal = 0;
	while (isInUse(`${given}:${ordinal}`)) ordinal += 1;
	return `${given}:${ordinal}`;
}

function claimsIn(memory: LedgerMemory, run: number, isTool: boolean) {
	const { entries } = memory;
	// An agent may call its tool twice at once.
	const inUse = ofObject(memory, 'claimedKeys', () => new Set<string>());
	const claimed = new Map<string, Identity & Pick<PaidWork, 'itemIndex'>>();

	return {
		/** The key of a piece of work: that of an earlier try, or a new one. */
		claim(work: PaidWork): string {
			const identity = identityOf(work, isTool);
			const key = isTool
				? keyOfCall(identity.given, entries, (each) => inUse.has(each))
				: placeOf(work.itemIndex, work.part);
			claimed.set(key, { ...identity, itemIndex: work.itemIndex });
			inUse.add(key);
			memory.uses?.(key, true);
			const entry = entries[key];
			if (!entry) return key;
			// A result that another run has returned is that one's.
			const isReturned = (entry.deliveredIn ?? run) !== run;
			if (!isReturned && isSameWork(entry, identity)) return key;
			const tasks = isReturned ? [] : entry.tasks.filter(stillOpen).map(replaced);
			if (tasks.length > 0) entries[key] = { ...identity, tasks, run };
			else delete entries[key];
			return key;
		},
		/** The keys of an item: those of earlier tries, or of its calls in this one. */
		keysOf: (itemIndex: number): readonly string[] =>
			isTool
				? [...claimed].flatMap(([key, claim]) => (claim.itemIndex === itemIndex ? key : []))
				: Object.keys(entries).filter((key) => key.startsWith(placeOf(itemIndex, ''))),
		identityAt: (key: string): Identity => claimed.get(key) ?? { typed: '', given: '' },
		release(): void {
			for (const key of claimed.keys()) {
				inUse.delete(key);
				memory.uses?.(key, false);
			}
		},
	};
}

function replaced(task: SentTask): SentTask {
	return { ...task, isReplaced: true };
}

function forgetOlderRuns(entries: LedgerMemory['entries'], run: number, isTool: boolean): void {
	for (const [key, entry] of Object.entries(entries)) {
		const isOver = isTool ? entry.deliveredIn !== undefined : true;
		if (entry.run !== run && isOver) delete entries[key];
	}
}

/**
 * Where this node stopped a task at a limit, a retry from the executions list may create another one,
 * and so may a call without an execution.
 */
function allowAfterStop(memory: LedgerMemory, execution: string): void {
	if (!execution || memory.execution !== execution)
		for (const [key, entry] of Object.entries(memory.entries)) {
			const tasks = entry.tasks.map((task) => ({ ...task, stoppedBy: undefined }));
			memory.entries[key] = { ...entry, tasks };
		}
	memory.execution = execution;
}
