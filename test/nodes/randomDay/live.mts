// Stands first: it replaces n8n-workflow before anything loads it.
import type { Service } from '../service.mts';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RequestRecord, TaskRecord } from '../../../emulator/index.mts';
import { retryOf, type Ended, type Execution } from '../engine.mts';
import { putToSleep } from '../sleeper.mts';
import { runForm } from '../service.mts';
import type { Day } from './day.mts';
import type { NodeRuns } from './nodeRuns.mts';

export const APP = 57101;
export const WISH = '1:File.bytes';

/** All that is left of a day: what was paid for, and what its owner can see. */
export type Witness = {
	readonly day: Day;
	readonly tasks: readonly TaskRecord[];
	readonly creates: readonly RequestRecord[];
	/** The executions as n8n shows them, a retry being one of its own. */
	readonly executions: readonly Seen[];
	readonly log: readonly string[];
};

export type Seen = {
	readonly status: string;
	readonly items: readonly Pick<INodeExecutionData, 'json' | 'pairedItem'>[];
	/** Message and description. */
	readonly error: string | undefined;
	/** All that n8n stores of it. */
	readonly stored: string;
};

/** What is looked at over all days. */
export type Watch = { readonly log: string[]; readonly runs: NodeRuns };

const MINUTE_MS = 60_000;
const PATIENCE_MINUTES = 30;

/** Lives through a day on n8n's engine. */
export async function live(service: Service, day: Day, watch: Watch): Promise<Witness> {
	const { emulator } = service;
	const { log } = watch;
	log.splice(0);
	emulator.reset();
	const silent = { callback: { copies: 0 } };
	emulator.plan(silent);
	for (const plan of day.plans) emulator.plan({ ...silent, ...plan }, { times: 1 });
	day.faults.forEach(emulator.addFault);

	const executions: Seen[] = [];
	let ended = await service.run(executionOf(day, service));
	executions.push(await seen(service, ended, watch.runs));
	for (let n = 0; n < day.retries && isRetried(ended); n++) {
		const earlier = retryOf(ended);
		ended = await service.run({
			...executionOf({ ...day, stopAfterMs: undefined }, service),
			earlier,
		});
		executions.push(await seen(service, ended, watch.runs));
	}
	// What the service has held back comes to its end on the same day.
	await service.time.sleep(2 * MINUTE_MS);
	const creates = emulator.requests().filter(({ operation }) => operation === 'create');
	return { day, tasks: emulator.tasks(), creates, executions, log: [...log] };
}

function executionOf(day: Day, { time }: Service): Omit<Execution, 'credential'> {
	const { completion, downloadFiles, options, onError, maxTries, stopAfterMs } = day;
	const more = {
		...{ completion, downloadFiles: downloadFiles && completion !== 'pause', options },
		notifyUrl: 'https://elsewhere.example.com/hook',
	};
	return {
		parameters: runForm({ [WISH]: '={{ $json.wish }}' }, more, APP),
		items: day.wishes.map((wish) => ({ json: { wish } })),
		settings: { onError, retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 1 },
		...(stopAfterMs !== undefined && { onStart: (stop) => time.after(stopAfterMs, stop) }),
	};
}

function isRetried({ run }: Ended): boolean {
	return run.status === 'error' || run.status === 'crashed';
}

async function seen(service: Service, ended: Ended, runs: NodeRuns): Promise<Seen> {
	const { run, outputs, error } = ended;
	// n8n does not wait for what a stopped node still has to do.
	await runs.ended();
	const woken = run.waitTill ? await wake(service, ended) : undefined;
	const stored = JSON.stringify([
		run.data,
		error?.message,
		error?.description,
		error?.stack,
		woken,
	]);
	return {
		status: woken ? 'success' : run.status,
		items: woken?.map((json, item) => ({ json, pairedItem: { item } })) ?? outputs.flat(),
		error: error && `${error.message} ${error.description ?? ''}`,
		stored,
	};
}

/** Calls for each task, as the service does, until the execution wakes. */
async function wake(service: Service, ended: Ended): Promise<readonly IDataObject[] | undefined> {
	const sleeper = putToSleep(ended, service.credential);
	for (let minute = 0; minute < PATIENCE_MINUTES && sleeper.woken.length === 0; minute++) {
		await service.time.sleep(MINUTE_MS);
		for (const { headers, operation } of service.emulator.requests()) {
			const url = headers['x-service-task-webhook-url'];
			if (operation === 'create' && url) await sleeper.call({ url: new URL(String(url)) });
		}
	}
	return sleeper.woken[0];
}
