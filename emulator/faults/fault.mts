import type { Operation } from '../http/requestLog.mts';

/** What goes wrong. `before` and `after`: before or after the request was processed. */
export type FaultEffect =
	| {
			readonly type: 'answer';
			readonly status: number;
			readonly body?: string | object;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** Refuses in the style of the service; `status` and `message` are those of the code. */
	| {
			readonly type: 'refuse';
			readonly code: number;
			readonly status?: number;
			readonly message?: string;
	  }
	| { readonly type: 'reset'; readonly when: 'before' | 'after' }
	/** The connection breaks this many ms after the arrival; what was begun goes on. */
	| { readonly type: 'cut'; readonly ms: number }
	/** Milliseconds on the emulator's clock; then everything as usual. */
	| { readonly type: 'delay'; readonly ms: number }
	/** No answer ever; `after`: although the request was processed. */
	| { readonly type: 'hang'; readonly when?: 'before' | 'after' }
	/**
	 * Half of the true body; then the connection breaks, or with `claimsWhole` that is said to be all.
	 * `gzipped`: as storages send what they keep packed, whatever the request accepts.
	 */
	| { readonly type: 'truncate'; readonly claimsWhole?: boolean; readonly gzipped?: boolean }
	/** The true body, one byte each so many ms of the emulator's clock. */
	| { readonly type: 'drip'; readonly everyMs: number }
	/** The true JSON with nothing in it, or with every value of another type. */
	| { readonly type: 'distort'; readonly to: 'nulls' | 'otherTypes' }
	| { readonly type: 'html'; readonly status: number }
	/** A page that quotes the headers of the request, as some gateways do to help with debugging. */
	| { readonly type: 'echo'; readonly status: number }
	| { readonly type: 'redirect'; readonly to: string; readonly status?: number }
	/** Valid JSON of this length, said to be that unless `contentType` says otherwise. */
	| { readonly type: 'bytes'; readonly count: number; readonly contentType?: string }
	| {
			readonly type: 'processThenAnswer';
			readonly status: number;
			readonly body?: string | object;
	  };

/** Something that goes wrong with certain requests. */
export type Fault = {
	readonly on: Operation;
	/** How many requests it hits: 1 by default, `Infinity` for all. */
	readonly times?: number;
	/** How many fitting requests pass before the first hit. */
	readonly skip?: number;
	readonly appId?: number;
	readonly requestId?: string;
	readonly effect: FaultEffect;
};
