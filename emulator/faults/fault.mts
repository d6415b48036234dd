import type { Operation, Subject } from '../http/requestLog.mts';

/** What goes wrong. `before` and `after`: before or after the request is processed. */
export type FaultEffect =
	| {
			readonly type: 'answer';
			readonly status: number;
			readonly body?: string | object;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** An error as the service sends it; `status` and `message` default to those of the code. */
	| {
			readonly type: 'refuse';
			readonly code: number;
			readonly status?: number;
			readonly message?: string;
	  }
	| { readonly type: 'reset'; readonly when: 'before' | 'after' }
	/** Resets the connection this many ms after the request arrived; processing continues. */
	| { readonly type: 'cut'; readonly ms: number }
	/** Processes the request after this many ms of the emulator's clock. */
	| { readonly type: 'delay'; readonly ms: number }
	/** Never responds; `after`: although the request is processed. */
	| { readonly type: 'hang'; readonly when?: 'before' | 'after' }
	/**
	 * Sends half of the body, then resets the connection; with `claimsWhole` the Content-Length is
	 * that of the half. `gzipped`: compressed whether or not the request accepts it, as storages do
	 * with objects that were stored compressed.
	 */
	| { readonly type: 'truncate'; readonly claimsWhole?: boolean; readonly gzipped?: boolean }
	/** Sends the first byte at once, then one every `everyMs` of the emulator's clock. */
	| { readonly type: 'drip'; readonly everyMs: number }
	/** Sends the JSON with its values replaced by nulls or by values of other types. */
	| { readonly type: 'distort'; readonly to: 'nulls' | 'otherTypes' }
	| { readonly type: 'html'; readonly status: number }
	/** A page that quotes the request headers, as some gateways do for debugging. */
	| { readonly type: 'echo'; readonly status: number }
	| { readonly type: 'redirect'; readonly to: string; readonly status?: number }
	/** Valid JSON of this many bytes; `contentType` replaces the JSON media type. */
	| { readonly type: 'bytes'; readonly count: number; readonly contentType?: string }
	| {
			readonly type: 'processThenAnswer';
			readonly status: number;
			readonly body?: string | object;
	  };

/** A fault and the requests that it affects. */
export type Fault = {
	readonly on: Operation;
	/** How many requests are affected: 1 by default, `Infinity` for all. */
	readonly times?: number;
	/** How many matching requests pass first. */
	readonly skip?: number;
	readonly appId?: number;
	readonly requestId?: string;
	readonly effect: FaultEffect;
};

export type FaultQueue = ReturnType<typeof createFaultQueue>;

type Entry = { readonly fault: Fault; skips: number; left: number };

/** Faults in the order added. */
export function createFaultQueue() {
	let entries: Entry[] = [];

	function add(fault: Fault): void {
		entries.push({ fault, skips: fault.skip ?? 0, left: fault.times ?? 1 });
	}

	/** The effect of the first fault that applies to a request; uses up one of its `times`. */
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
