import type { IExecuteFunctions } from 'n8n-workflow';
import { createClaims, withoutSeeds, type LedgerEntry, type PaidWork } from '../../../client/index';
import { isToolNode } from './agent';
import { executionState, runIndexOf } from './executionState';
import { processMemory } from './processMemory';

type NodeLedgerEntry = LedgerEntry & {
	readonly run: number;
	readonly alike?: string;
};

export type LedgerMemory = {
	/** Called with a key that is in use, and when it no longer is; for a memory that outlives executions. */
	readonly uses?: (key: string, isInUse: boolean) => void;
	readonly entries: Record<string, NodeLedgerEntry>;
	readonly seedInputs: Record<string, readonly string[]>;
	execution?: string;
	/** The number of the latest call, where n8n counts none. */
	run?: number;
};

const MEMBER = 'paidWork';

/**
 * The ledger in the node's context: n8n keeps it for all attempts and saves it with the
 * execution, so that a retry from the executions list finds it too. Entries belong to one run of the
 * node, because the next turn of a loop is new work. The runs of an agent's tool count its calls,
 * attempts included, so there entries are kept until their result was returned.
 * @param byCalls the ledger of a tool that runs without an execution
 */
export function createNodeLedger(ctx: IExecuteFunctions, byCalls: () => LedgerMemory) {
	const isTool = isToolNode(ctx.getNode());
	// n8n's first-class Agents and its MCP server run tools without one.
	const isOutsideExecution = isTool && !ctx.getExecutionId();
	const memory: LedgerMemory = isOutsideExecution
		? byCalls()
		: executionState(ctx, 'node', MEMBER, () => ({ entries: {}, seedInputs: {} }));
	const run = memory.run ?? runIndexOf(ctx);
	const { entries, seedInputs } = memory;
	forgetOlderRuns(entries, run, isTool);
	allowAfterStop(memory, ctx.getExecutionId());
	const { claim, release, alikeOf } = claimsIn(memory);

	return {
		...{ claim, release, run },
		read: (key: string) => entries[key],
		write(key: string, entry: LedgerEntry): void {
			const alike = alikeOf(key);
			if (entry.tasks.length > 0) entries[key] = { ...entry, run, ...(alike && { alike }) };
			else delete entries[key];
		},
		/** Later attempts then need not read the app. */
		rememberSeedInputs: (of: string, names: readonly string[]) => void (seedInputs[of] = names),
		/** Marks the result of this piece of work as returned to the next node. */
		deliver(key: string): void {
			const entry = entries[key];
			if (entry) entries[key] = { ...entry, deliveredIn: run };
		},
	};
}

function claimsIn(memory: LedgerMemory) {
	const { entries, seedInputs } = memory;
	// An agent may call its tool twice at once.
	const inUse = processMemory.ofObject(memory, 'claimedKeys', () => new Set<string>());
	const works = new Map<string, PaidWork>();
	const seedsOf = (of: string) =>
		(Object.hasOwn(seedInputs, of) ? seedInputs[of] : undefined) ?? [];
	const keysOf = createClaims({
		left: Object.entries(entries).map(([key, { alike }]) => ({ key, alike })),
		isInUse: (key) => inUse.has(key),
		hasEntry: (key) => Object.hasOwn(entries, key),
		seedInputs: seedsOf,
	});

	return {
		alikeOf(key: string): string | undefined {
			const work = works.get(key);
			return work && withoutSeeds(work, seedsOf);
		},
		/** The key of each piece of work, in order: that of an earlier attempt, or a new one. */
		claim(claims: readonly PaidWork[]): string[] {
			const keys = keysOf(claims);
			claims.forEach((work, index) => {
				const key = keys[index] ?? '';
				works.set(key, work);
				inUse.add(key);
				memory.uses?.(key, true);
			});
			return keys;
		},
		release(): void {
			for (const key of works.keys()) {
				inUse.delete(key);
				memory.uses?.(key, false);
			}
		},
	};
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
