import type { Operation } from '../http/requestLog.mts';
import type { Subject } from '../http/subject.mts';
import type { Fault, FaultEffect } from './fault.mts';

export type FaultQueue = {
	add(fault: Fault): void;
	/** The effect of the first fault that applies to a request; uses up one of its `times`. */
	take(on: Operation, subject: Subject): FaultEffect | undefined;
	clear(): void;
};

type Entry = { readonly fault: Fault; skips: number; left: number };

/** Faults in the order added. */
export function createFaultQueue(): FaultQueue {
	let entries: Entry[] = [];

	function add(fault: Fault): void {
		entries.push({ fault, skips: fault.skip ?? 0, left: fault.times ?? 1 });
	}

	function take(on: Operation, subject: Subject): FaultEffect | undefined {
		const hit = entries.find((entry) => matches(entry.fault, on, subject) && isHit(entry));
		entries = entries.filter(({ left }) => left > 0);
		return hit?.fault.effect;
	}

	return { add, take, clear: () => void (entries = []) };
}

/** Counts a matching request; true when the fault applies to it. */
function isHit(entry: Entry): boolean {
	if (entry.skips > 0) {
		entry.skips -= 1;
		return false;
	}
	entry.left -= 1;
	return true;
}

function matches({ on, appId, requestId }: Fault, operation: Operation, subject: Subject): boolean {
	if (on !== operation) return false;
	if (appId !== undefined && appId !== subject.appId) return false;
	return requestId === undefined || requestId === subject.requestId;
}
