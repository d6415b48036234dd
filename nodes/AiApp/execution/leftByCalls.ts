import type { IExecuteFunctions } from 'n8n-workflow';
import type { LedgerMemory } from '../io/ledger';
import { clock } from '../transport/clock';

/** A model calls again at once, if at all. Later the user may have seen that there is no task. */
const UNCONFIRMED_MS = 10 * 60_000;
const KNOWN_MS = 60 * 60_000;

/**
 * Not in the memory of the process, which may forget: then a task would be paid for twice. It's
 * bounded by what goes wrong within an hour.
 */
const memories = new Map<string, LedgerMemory & { run: number }>();

/**
 * The ledger of a tool where n8n runs it without an execution. A call finds what earlier calls of
 * this process have left with this tool and account: a task whose result they didn't return, or one
 * that the service didn't confirm. Calls are numbered by the time at which they begin.
 */
export function leftByCalls(ctx: IExecuteFunctions, account: string): LedgerMemory {
	const tool = `${account}:${toolOf(ctx)}`;
	const now = clock.now();
	for (const [other, { entries, run }] of memories) {
		forgetOld(entries, now);
		if (other !== tool && run + KNOWN_MS < now) memories.delete(other);
	}
	const known = memories.get(tool) ?? { entries: {}, seedInputs: {}, run: 0 };
	known.run = Math.max(known.run + 1, now);
	memories.set(tool, known);
	return known;
}

/** First-class Agents have no workflow. There n8n gives the node another ID in each call. */
function toolOf(ctx: IExecuteFunctions): string {
	const workflow = ctx.getWorkflow().id;
	const { id, name } = ctx.getNode();
	return JSON.stringify(workflow ? [workflow, id] : name);
}

/** A task that was stopped at a limit has no result: a later call is new work. */
function forgetOld(entries: LedgerMemory['entries'], now: number): void {
	for (const [key, { state, run }] of Object.entries(entries)) {
		const keptMs = state === 'sent' ? UNCONFIRMED_MS : KNOWN_MS;
		if (state === 'stopped' || run + keptMs < now) delete entries[key];
	}
}
