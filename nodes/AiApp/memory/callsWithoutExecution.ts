import type { IExecuteFunctions } from 'n8n-workflow';
import { isSpent } from '../../../client/index';
import type { LedgerMemory } from './ledger';
import { tasksIn } from './ledgerEntries';
import { processMemory } from './processMemory';
import { clock } from '../time/clock';

/**
 * A model that repeats a call does so at once. Later, the user may have seen that there is no task.
 */
const UNCONFIRMED_MS = 10 * 60_000;
const KNOWN_MS = 60 * 60_000;
/** How many entries a tool keeps. Any more are kept only if they may have a result to return. */
const MAX_ENTRIES = 1_000;

/** The ledger of a tool, with the time at which each entry was last in use: infinite while it is. */
type ToolCalls = LedgerMemory & { run: number; readonly usedAt: Map<string, number> };

const memories = processMemory.inUse<ToolCalls>('toolLedgers');

/**
 * The ledger of a tool where n8n runs it without an execution. A call finds what earlier calls of
 * this process have left with this tool and account: a task whose result they didn't return, or one
 * that the service didn't confirm. Calls are numbered by the time at which they begin.
 */
export function toolLedger(ctx: IExecuteFunctions, account: string): LedgerMemory {
	const tool = `${account}:${toolOf(ctx)}`;
	const now = clock.now();
	for (const [other, each] of memories) {
		forgetOld(each, now);
		// A call that has just begun may still leave an entry.
		if (each.usedAt.size === 0 && each.run + KNOWN_MS < now) memories.delete(other);
	}
	const calls = memories.get(tool) ?? noCalls();
	calls.run = Math.max(calls.run + 1, now);
	memories.set(tool, calls);
	return calls;
}

function noCalls(): ToolCalls {
	const entries: LedgerMemory['entries'] = {};
	const usedAt = new Map<string, number>();
	const uses = (key: string, isInUse: boolean) => {
		usedAt.delete(key);
		if (isInUse) usedAt.set(key, Infinity);
		else if (Object.hasOwn(entries, key)) usedAt.set(key, clock.now());
	};
	return { entries, usedAt, uses, run: 0 };
}

/** First-class Agents have no workflow. There n8n gives the node another ID in each call. */
function toolOf(ctx: IExecuteFunctions): string {
	const workflow = ctx.getWorkflow().id;
	const { id, name } = ctx.getNode();
	return JSON.stringify(workflow ? [workflow, id] : name);
}

/**
 * Forgets old entries. Entries without a result to return make room first: a later call is new
 * work.
 */
function forgetOld({ entries, usedAt }: ToolCalls, now: number): void {
	let surplus = usedAt.size - MAX_ENTRIES;
	for (const [key, at] of usedAt) {
		const last = tasksIn(entries, key).at(-1);
		const isEnded = !last || isSpent(last) || last.deliveredIn !== undefined;
		const lifetimeMs = last?.requestId === undefined ? UNCONFIRMED_MS : KNOWN_MS;
		const isSurplus = isEnded && at !== Infinity && surplus-- > 0;
		if (at + lifetimeMs >= now && !isSurplus) continue;
		delete entries[key];
		usedAt.delete(key);
	}
}
