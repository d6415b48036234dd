import type { Fault, Operation } from '../../emulator/index.mts';
import type { Service } from './service.mts';

/** Records and answers that the emulator doesn't give by itself. */

const OK = { code: 20000, message: 'Ok', status: true };
const WATCHED_MS = 60 * 60_000;

type Scope = Pick<Fault, 'requestId' | 'skip' | 'times'>;

/** Answers all status checks with this record; `scope` says which of them. */
export function answerStatus({ emulator }: Service, data: object, scope: Scope = {}): void {
	const effect = { type: 'answer', status: 200, body: { ...OK, data } } as const;
	emulator.addFault({ on: 'status', times: Infinity, ...scope, effect });
}

/** Confirms each of these requests, and does nothing. */
export function confirmFalsely({ emulator }: Service, on: 'cancel' | 'interrupt'): void {
	const effect = { type: 'answer', status: 200, body: { ...OK, data: {} } } as const;
	emulator.addFault({ on, times: Infinity, effect });
}

/** Does something about each task for which such a request was answered, up to 250 ms later. */
export function afterEachAnswer(
	{ emulator, time }: Service,
	operation: Operation,
	act: (requestId: string) => void,
): void {
	const seen = new Set<string>();
	const until = time.now() + WATCHED_MS;
	const look = () => {
		for (const { operation: sent, requestId, status } of emulator.requests()) {
			if (sent !== operation || !requestId || status !== 200 || seen.has(requestId)) continue;
			seen.add(requestId);
			act(requestId);
		}
		if (time.now() < until) time.after(250, look);
	};
	look();
}
