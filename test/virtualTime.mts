import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { manualClock, type ManualClock } from '../emulator/index.mts';

/**
 * A clock that both sides of a test use. It jumps to the next callback when nothing is in progress,
 * so that an hour of waiting takes as long as its HTTP calls.
 */
export type VirtualTime = {
	/** The same time, for the emulator. */
	readonly clock: ManualClock;
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Runs something at a time from now, e.g. to stop an execution. */
	after(ms: number, run: () => void): void;
	/**
	 * Stops while this is in progress and no request is kept open: something real is being done. For
	 * what Node doesn't tell, such as decompression; it stops for access to files by itself.
	 */
	during<T>(work: Promise<T>): Promise<T>;
	close(): void;
};

/** Turns of the event loop without a request in progress that count as "nothing happens". */
const QUIET_TURNS = 6;

export function createVirtualTime(): VirtualTime {
	const clock = manualClock();
	const traffic = watchHttpClients();
	let open = true;
	let works = 0;

	async function keepMoving(): Promise<void> {
		let quiet = 0;
		while (open) {
			await new Promise((resolve) => setImmediate(resolve));
			const busy = Math.max(traffic.underWay(), works) > clock.held || isAtFiles();
			quiet = busy ? 0 : quiet + 1;
			const due = quiet < QUIET_TURNS ? undefined : clock.nextDue();
			if (due === undefined) continue;
			quiet = 0;
			await clock.advanceTo(due);
		}
	}

	void keepMoving();
	return {
		clock,
		now: () => clock.now(),
		sleep: (ms, signal) => waitOn(clock, ms, signal),
		after: (ms, run) => void clock.at(clock.now() + ms, run),
		during(work) {
			works += 1;
			return work.finally(() => (works -= 1));
		},
		close() {
			open = false;
			traffic.stop();
		},
	};
}

/** A file may take longer than the quiet turns, also beside a request that is kept open. */
function isAtFiles(): boolean {
	return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/** Unlike a request that the emulator keeps open, a wait on the client's side doesn't count. */
export function waitOn(clock: ManualClock, ms: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted || ms <= 0) return Promise.resolve();
	return new Promise((resolve) => {
		const callOff = clock.at(clock.now() + ms, resume);
		signal?.addEventListener('abort', resume);
		function resume(): void {
			callOff();
			signal?.removeEventListener('abort', resume);
			resolve();
		}
	});
}

/**
 * Counts requests of Node's HTTP client from the moment they start until their response was read.
 */
function watchHttpClients() {
	const requests = new Set<ClientRequest>();
	const onStart = (message: unknown) => {
		const { request } = message as { readonly request: ClientRequest };
		requests.add(request);
		request.once('close', () => requests.delete(request));
	};
	subscribe('http.client.request.start', onStart);
	return {
		underWay: () => requests.size,
		stop: () => void unsubscribe('http.client.request.start', onStart),
	};
}
