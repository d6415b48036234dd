import { createAppTask, runAppTask, type AppTaskOptions } from '../../client/tasks/runApp';
import type { CreatedOnce } from '../../client/tasks/createOnce';
import type { Ledger, LedgerEntry, Seeds } from '../../client/ports';
import { deadlineIn } from '../../client/resilience/deadline';
import { createRateLimiter } from '../../client/resilience/rateLimiter';
import { createPastTasks, type PastTask } from '../../client/tasks/pastTasks';
import type { WaitEnd, WaitOptions } from '../../client/tasks/wait';
import { requireRoom } from '../../client/tasks/spendingLimits';
import type { Spending } from '../../client/ports/index';
import type { Service } from './service.mts';

/** One item of one execution, with the ledger that is kept between its attempts. */
export type Work = {
	/** The ledger's entry, under its only key. */
	entry(): LedgerEntry | undefined;
	/** What its tries have spent. */
	readonly spent: { tasks: number; billedSeconds: number };
	/** What was written to the ledger. */
	readonly written: LedgerEntry[];
	/** What was reported while it ran. */
	readonly created: string[];
	readonly notes: string[];
	/** For each time that the mode headers were ignored, whether a callback was awaited. */
	readonly ignored: boolean[];
	/** Another attempt; `run` is the number of the node's run in a loop. */
	attempt(options?: TryOptions): Promise<CreatedOnce>;
	run(options?: TryOptions & Partial<WaitOptions>): Promise<WaitEnd>;
};

type TryOptions = Partial<Omit<AppTaskOptions, 'deadline'>> & {
	readonly seeds?: Seeds;
	readonly maxWaitMs?: number;
};

export const PICTURE_APP = 54663;
const KEY = 'work';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function createWork(
	service: Service,
	earlier?: LedgerEntry,
	limiter = createRateLimiter(service.clock),
): Work {
	const spent = { tasks: 0, billedSeconds: 0 };
	const spending = countingIn(spent);
	const entries = new Map<string, LedgerEntry>(earlier && [[KEY, earlier]]);
	const written: LedgerEntry[] = [];
	const created: string[] = [];
	const notes: string[] = [];
	const ignored: boolean[] = [];
	const memory = new Map<string, readonly PastTask[]>();

	const ledger: Ledger = {
		read: (key) => entries.get(key) ?? { tasks: [] },
		write(key, entry) {
			written.push(entry);
			if (entry.tasks.length > 0) entries.set(key, entry);
			else entries.delete(key);
		},
	};

	function portsOf() {
		return {
			tasks: service.client.tasks,
			clock: service.clock,
			executionQueue: limiter.executionQueue(),
			pastTasks: createPastTasks(memory, 'account'),
			ledger,
			spending,
			progress: {
				created: (requestId: string) => void created.push(requestId),
				headersIgnored: (callbackAwaited: boolean) => void ignored.push(callbackAwaited),
				note: (message: string) => void notes.push(message),
			},
		};
	}

	function attemptOf({ seeds = {}, maxWaitMs, signal, ...options }: TryOptions): AppTaskOptions {
		const order = {
			seeds,
			appId: PICTURE_APP,
			inputValues: { '6:CLIPTextEncode.text': 'a red kite' },
			suppressPreviewOutput: false,
		};
		return {
			appId: PICTURE_APP,
			itemIndex: 0,
			makeOrder: async () => order,
			key: KEY,
			deadline: deadlineIn(service.clock, maxWaitMs ?? 2 * MINUTE),
			...{ signal, beforeCreate: signal },
			...options,
		};
	}

	return {
		entry: () => entries.get(KEY),
		spent,
		written,
		created,
		notes,
		ignored,
		attempt: (options = {}) => createAppTask(portsOf(), attemptOf(options)),
		run: (options = {}) =>
			runAppTask(portsOf(), attemptOf({ maxWaitMs: HOUR, ...options }), {
				maxWaitMs: options.maxWaitMs ?? HOUR,
				onTimeout: options.onTimeout ?? 'fail',
				maxRunMs: options.maxRunMs,
				maxQueueMs: options.maxQueueMs,
			}),
	};
}

/** Counts in an object that the test sees. */
export function countingIn(spent: Work['spent']): Spending {
	return {
		execution: '1',
		reserve(limits) {
			requireRoom(spent, limits);
			spent.tasks += 1;
			return () => void (spent.tasks -= 1);
		},
		bill: (seconds) => void (spent.billedSeconds += seconds),
	};
}
