import type * as Client from '../../client/index.ts';
import type { Clock, DurationEstimator, Lane, LedgerEntry } from '../../client/index.ts';
import { APP } from './responses.mts';
import { INPUT } from './service.mts';
import { watchedLane } from './watchedLane.mts';

export type ClientModule = typeof Client;

export type ItemEnd = {
	/** The kind of error; undefined for a result. */
	readonly failure: string | undefined;
	/** How long it waited until the service took its task, its refused creates included. */
	readonly placeWaitMs: number;
};

type ItemPorts = {
	readonly clock: Clock;
	readonly tasks: Client.Client['tasks'];
	readonly durations: DurationEstimator;
};

/** Runs one task and waits for its result, as App: Run does for an item. */
export async function runItem(
	client: ClientModule,
	ports: ItemPorts,
	lane: Lane,
	{ input, maxWaitMs }: { readonly input: string; readonly maxWaitMs: number },
): Promise<ItemEnd> {
	const { lane: watched, waitedMs } = watchedLane(lane, ports.clock.now);
	const order = { appId: APP, inputValues: { [INPUT]: input }, suppressPreviewOutput: false };
	const attempt = {
		...{ appId: APP, key: input, prepare: async () => order, signal: undefined },
		...{ retryUnconfirmed: false, retryForMs: maxWaitMs },
	};
	const wait = { maxWaitMs, onTimeout: 'fail', interruptRunning: true } as const;
	const all = { ...ports, ...portsOfItem(), lane: watched };
	const end = await client.settle(() => client.runAndWait(all, attempt, wait));
	return { failure: end.ok ? undefined : kindOf(client, end.error), placeWaitMs: waitedMs() };
}

/** What the node keeps for an item, and what it tells: nothing of that matters here but the ledger. */
function portsOfItem() {
	const entries = new Map<string, LedgerEntry>();
	return {
		ledger: {
			run: 0,
			read: (key: string) => entries.get(key),
			write: (key: string, entry: LedgerEntry) => void entries.set(key, entry),
			forget: (key: string) => void entries.delete(key),
		},
		spending: { reserve: () => () => {}, bill: () => {} },
		progress: { created: () => {}, headersIgnored: () => {}, note: () => {} },
	};
}

function kindOf({ AiAppError }: ClientModule, error: unknown): string {
	if (error instanceof AiAppError) return error.kind;
	throw error;
}
