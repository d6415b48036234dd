import type { Service } from '../service.mts';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { RequestRecord, TaskRecord } from '../../../emulator/index.mts';
import { retryOf, type Ended } from '../engine.mts';
import { pausedExecution } from '../pausedExecution.mts';
import type { Day } from './day.mts';
import { executionOf } from './execution.mts';
import type { NodeRuns } from './nodeRuns.mts';

/** Everything that remains of a day: the tasks that were created, and what their owner can see. */
export type Witness = {
	readonly day: Day;
	readonly tasks: readonly TaskRecord[];
	readonly creates: readonly RequestRecord[];
	/** The executions as n8n shows them; a retry is a separate one. */
	readonly executions: readonly Seen[];
	/** How many creates had been sent when each turn of the loop began. */
	readonly turns: readonly number[];
	/** When the service returned the app's inputs, including earlier days. */
	readonly details: readonly number[];
	readonly log: readonly string[];
};

export type Seen = {
	readonly status: string;
	readonly turn: number;
	readonly items: readonly Pick<INodeExecutionData, 'json' | 'pairedItem'>[];
	/** Message and description. */
	readonly error: string | undefined;
	/** All that n8n stores of it. */
	readonly stored: string;
};

/** What is checked over all days. */
export type Watch = { readonly log: string[]; readonly runs: NodeRuns; details: readonly number[] };

const MINUTE_MS = 60_000;
/** No user presses Retry faster; interrupted tasks are finished by then. */
const PERSON_MS = 1_000;
/** The node remembers an app for an hour. */
const LONG_MS = 61 * MINUTE_MS;
const PATIENCE_MINUTES = 30;

/** Lives through a day on n8n's engine. */
export async function live(service: Service, day: Day, watch: Watch): Promise<Witness> {
	const { emulator, time } = service;
	const { log } = watch;
	log.splice(0);
	emulator.reset();
	if (day.longAgo) await time.sleep(LONG_MS);
	const silent = { callback: { copies: 0 } };
	emulator.plan(silent);
	for (const plan of day.plans) emulator.plan({ ...silent, ...plan }, { times: 1 });
	day.faults.forEach(emulator.addFault);

	const creates = () => emulator.requests().filter(({ operation }) => operation === 'create');
	const executions: Seen[] = [];
	const turns: number[] = [];
	let earlier: IRunExecutionData | undefined;
	for (let turn = 0; turn <= day.moreTurns; turn++) {
		turns.push(creates().length);
		const ended = await liveTurn(service, day, earlier, async (each) => {
			executions.push(await seen(service, each, turn, watch.runs));
		});
		if (ended.run.status !== 'success') break;
		earlier = ended.run.data;
	}
	// Everything that the service has delayed finishes on the same day.
	await time.sleep(2 * MINUTE_MS);
	watch.details = [...watch.details.slice(-1), ...emulator.requests().filter(wasRead).map(at)];
	return {
		...{ day, executions, turns, details: watch.details, log: [...log] },
		tasks: emulator.tasks(),
		creates: creates(),
	};
}

/** A response may be complete when its connection is cut. */
function wasRead({ operation, status, fault }: RequestRecord): boolean {
	return operation === 'detail' && status === 200 && ['delay', 'cut', undefined].includes(fault);
}

function at(request: RequestRecord): number {
	return request.at;
}

/** A run of the node, with the retries that a person asks for. */
async function liveTurn(
	service: Service,
	day: Day,
	earlier: IRunExecutionData | undefined,
	see: (ended: Ended) => Promise<void>,
): Promise<Ended> {
	let ended = await service.run({ ...executionOf(day, service), ...(earlier && { earlier }) });
	await see(ended);
	for (let n = 0; n < day.retries && isRetried(ended); n++) {
		await service.time.sleep(PERSON_MS);
		const again = executionOf({ ...day, stopAfterMs: undefined }, service);
		ended = await service.run({
			...again,
			earlier: retryOf(ended),
			executionId: `retry${n}`,
		});
		await see(ended);
	}
	return ended;
}

function isRetried({ run }: Ended): boolean {
	return run.status === 'error' || run.status === 'crashed';
}

async function seen(service: Service, ended: Ended, turn: number, runs: NodeRuns): Promise<Seen> {
	const { run, outputs, error } = ended;
	// n8n doesn't wait until a stopped node has finished.
	await runs.ended();
	const resumed = run.waitTill ? await resume(service, ended) : undefined;
	const stored = JSON.stringify([
		run.data,
		error?.message,
		error?.description,
		error?.stack,
		resumed,
	]);
	return {
		status: resumed ? 'success' : run.status,
		turn,
		items: resumed?.map((json, item) => ({ json, pairedItem: { item } })) ?? outputs.flat(),
		error: error && `${error.message} ${error.description ?? ''}`,
		stored,
	};
}

/** Calls for each task, as the service does, until the execution resumes. */
async function resume(service: Service, ended: Ended): Promise<readonly IDataObject[] | undefined> {
	const execution = pausedExecution(ended, service.credential);
	for (let minute = 0; minute < PATIENCE_MINUTES && execution.resumed.length === 0; minute++) {
		await service.time.sleep(MINUTE_MS);
		for (const { headers, operation } of service.emulator.requests()) {
			const url = headers['x-service-task-webhook-url'];
			if (operation === 'create' && url) await execution.call({ url: new URL(String(url)) });
		}
	}
	return execution.resumed[0];
}
