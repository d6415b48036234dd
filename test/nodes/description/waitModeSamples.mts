import type { IDataObject } from 'n8n-workflow';
import type { Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { pausedExecution } from '../pause/pausedExecution.mts';
import { createsOf, LONG, MINUTE_MS } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, type Service } from '../service.mts';

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const REFUSED = { type: 'refuse', code: 20250 } as const;
const OUT_OF_MEMORY = { outcome: 'Failed', errorMessage: 'Out of memory' } as const;
/** Prefixes that the service doesn't know make it answer with the result. */
const UNKNOWN_PREFIX = { taskHeaderPrefix: 'X-Acme-Task-' };

type Sample = {
	/** Members of any collection. */
	readonly options?: Parameters;
	readonly plan?: object;
};

/** What a task can become, with the options that add fields to its item. */
const ENDS: readonly Sample[] = [
	{},
	{ plan: { outputs: 'partial' }, options: { oneItemPerFile: true, seedMode: 'random' } },
	{ plan: OUT_OF_MEMORY, options: { variations: 2 } },
	{ options: { variations: 2 } },
	{ plan: { outputs: 'rejected' } },
];

const UNFINISHED: Sample = {
	plan: { queuingMs: 60 * MINUTE_MS, queueCount: 3 },
	options: { onTimeout: 'return', maxWaitMinutes: 0.2 },
};

/** Items of App: Run with each wait mode: every kind of end, and every option that adds fields. */
export function useWaitModeSamples(service: Service) {
	async function ended(waitMode: string, sample: Sample, more: object = {}): Promise<Ended> {
		const { plan, options = {} } = sample;
		if (plan) service.emulator.plan(plan);
		const callbackUrl = 'http://127.0.0.1:1/webhook/x/ai-app-task';
		const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode, callbackUrl, options });
		const run = await service.run({ parameters, settings: CONTINUE, ...more });
		expect(run.error).toBeUndefined();
		service.emulator.plan({ outcome: 'Success', outputs: 'good', queuingMs: 0 });
		return run;
	}

	async function all(waitMode: string, samples: readonly Sample[]): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (const sample of samples) items.push(...itemsOf(await ended(waitMode, sample)));
		return items;
	}

	async function unawaited(waitMode: string): Promise<IDataObject[]> {
		const seeds = { options: { seedMode: 'random' } };
		const created = await all(waitMode, [seeds, { options: { variations: 2 } }]);
		const credential = { ...service.credential, ...UNKNOWN_PREFIX };
		return [...created, ...itemsOf(await ended(waitMode, {}, { credential }))];
	}

	/** One item pauses for a task with this plan, and another one has none. */
	async function paused(plan: object): Promise<Ended> {
		service.emulator.addFault({ on: 'create', effect: REFUSED, times: 1 });
		const items = [{ json: {} }, { json: {} }];
		const options = { seedMode: 'random', maxAtATime: 1 };
		return ended('pause', { plan: { ...plan, callback: { copies: 0 } }, options }, { items });
	}

	async function resumed(plan: object): Promise<IDataObject[]> {
		const run = await paused(plan);
		const headers = createsOf(service).at(-1)?.headers;
		const url = new URL(String(headers?.['x-service-task-webhook-url']));
		await service.time.sleep(10 * MINUTE_MS);
		const execution = pausedExecution(run, service.credential);
		await execution.call({ url });
		expect(execution.resumed).toHaveLength(1);
		return execution.resumed.flat();
	}

	async function timedOut(): Promise<IDataObject[]> {
		const { run } = await paused(LONG);
		return itemsOf(await ended('pause', {}, { earlier: run.data }));
	}

	/** Two tries, the first of which fails or both. */
	async function retried(failures: number): Promise<IDataObject[]> {
		service.emulator.plan(OUT_OF_MEMORY, { times: failures });
		const settings = { ...CONTINUE, retryOnFail: true, maxTries: 2 };
		return itemsOf(await ended('poll', {}, { settings }));
	}

	return {
		callback: () => unawaited('callback'),
		keepOpen: () => all('keepOpen', ENDS),
		none: () => unawaited('none'),
		pause: async () => [
			...itemsOf(await paused(LONG)),
			...(await resumed({ runningMs: 1_000, outputs: 'partial' })),
			...(await resumed({ runningMs: 1_000, ...OUT_OF_MEMORY })),
			...(await timedOut()),
		],
		poll: async () => [
			...(await all('poll', [...ENDS, UNFINISHED])),
			...(await retried(1)),
			...(await retried(2)),
		],
	};
}

function itemsOf({ outputs }: Ended): IDataObject[] {
	return (outputs[0] ?? []).map(({ json }) => json);
}
