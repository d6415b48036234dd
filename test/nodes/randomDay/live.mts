import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IRunExecutionData,
} from 'n8n-workflow';
import type { RequestRecord, TaskRecord } from '../../../emulator/index.mts';
import { retryOf, type Ended } from '../engine.mts';
import type { Service } from '../service.mts';
import { callFor } from './calls.mts';
import type { Day } from './day.mts';
import { credentialOf, executionOf } from './execution.mts';
import { seen, seenByAgent, type Run, type Seen } from './seen.mts';
import type { NodeRuns } from './nodeRuns.mts';

/** Everything that remains of a day: the tasks that were created, and what their owner can see. */
export type Witness = {
	readonly day: Day;
	readonly tasks: readonly TaskRecord[];
	readonly requests: readonly RequestRecord[];
	readonly creates: readonly RequestRecord[];
	/** The runs of the node as n8n shows them; a retry is a separate one. */
	readonly executions: readonly Seen[];
	/** How many creates had been sent when each turn of the loop began, or another execution. */
	readonly turns: readonly Turn[];
	/** When each try of the node began, those of Retry On Fail included. */
	readonly triesAt: readonly number[];
	/** Those of the hour before the day that Max Tasks per Hour counted. */
	readonly earlierCreates: readonly RequestRecord[];
	readonly log: readonly string[];
	readonly endedAt: number;
};

export type Turn = { readonly from: number; readonly isNewExecution: boolean };

/** What is checked over all days. */
export type Watch = {
	readonly log: string[];
	readonly runs: NodeRuns;
	creates: readonly RequestRecord[];
};

const MINUTE_MS = 60_000;
/** No user presses Retry faster; interrupted tasks are finished by then. */
const PERSON_MS = 1_000;
/** The node remembers an app for an hour. */
const LONG_MS = 61 * MINUTE_MS;

/** The execution that a turn of a loop goes on with; a fresh one has no data yet. */
type Course = { readonly id: string; readonly data?: IRunExecutionData; readonly goesOn: boolean };

/** Lives through a day on n8n's engine. */
export async function live(service: Service, day: Day, watch: Watch): Promise<Witness> {
	const { emulator, time } = service;
	const earlierCreates = watch.creates;
	await beginDay(service, day, watch);
	const creates = () => emulator.requests().filter(({ operation }) => operation === 'create');
	const executions: Seen[] = [];
	const turns: Turn[] = [];
	let ids = 0;
	const newId = () => String((ids += 1));

	async function turn(credential: ICredentialDataDecryptedObject, before?: Course) {
		const turnNumber = turns.push({ from: creates().length, isNewExecution: !before }) - 1;
		const begin = (): Omit<Run, 'id'> => {
			const [from, startedAt] = [creates().length, time.now()];
			return { turn: turnNumber, from, startedAt, credential };
		};
		if (day.caller !== 'workflow')
			return liveCalls(service, { day, credential, newId }, before, begin, executions);
		let begun = begin();
		return liveTurn(service, { day, credential, newId }, before, async (ended, id) => {
			executions.push(await seen(service, ended, { id, ...begun }, watch.runs));
			begun = begin();
		});
	}

	const { again } = day.spending;
	const own = credentialOf(day, service, false);
	let course = await turn(own);
	for (let n = 0; n < day.moreTurns && course.goesOn; n++) course = await turn(own, course);
	if (again) {
		await time.sleep(again.afterMs);
		await turn(credentialOf(day, service, again.otherAccount));
	}
	// Everything that the service has delayed finishes on the same day.
	await time.sleep(2 * MINUTE_MS);
	const isRecent = ({ at }: RequestRecord) => at > time.now() - LONG_MS;
	const isLimited = day.spending.maxTasksPerHour !== undefined;
	watch.creates = [...watch.creates, ...(isLimited ? creates() : [])].filter(isRecent);
	return {
		...{ day, executions, turns, earlierCreates, log: [...watch.log] },
		triesAt: [...watch.runs.begunAt],
		...{ tasks: emulator.tasks(), requests: emulator.requests(), creates: creates() },
		endedAt: time.now(),
	};
}

async function beginDay(
	{ emulator, time }: Service,
	day: Day,
	{ log, runs }: Watch,
): Promise<void> {
	log.splice(0);
	runs.begunAt.splice(0);
	emulator.reset();
	if (day.longAgo) await time.sleep(LONG_MS);
	setClock(time, day);
	const silent = { callback: { copies: 0 } };
	emulator.plan({ ...silent, ...CALM });
	for (const plan of day.plans) emulator.plan({ ...silent, ...plan }, { times: 1 });
	day.faults.forEach(emulator.addFault);
	emulator.setLimits({ parallelTasks: day.spending.parallelTasks });
}

function setClock(time: Service['time'], { clockJump }: Day): void {
	let shiftMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => time.now() + shiftMs);
	if (clockJump) time.after(clockJump.afterMs, () => (shiftMs = clockJump.byMs));
}

/** The course of the tasks for which a day has no plan. */
export const CALM = {
	...{ queuingMs: 600, preparingMs: 400, runningMs: 2_000, notFoundMs: 300 },
	...({ outcome: 'Success', outputs: 'good' } as const),
};

/** A response may be complete when its connection is cut. */
type Workflow = {
	readonly day: Day;
	readonly credential: ICredentialDataDecryptedObject;
	readonly newId: () => string;
};

/** A run of the node, with the retries that a person asks for. */
async function liveTurn(
	service: Service,
	{ day, credential, newId }: Workflow,
	before: Course | undefined,
	see: (ended: Ended, id: string) => Promise<void>,
): Promise<Course> {
	let id = before?.id ?? newId();
	const earlier = before?.data;
	const first = executionOf(day, service, credential);
	let ended = await service.run({ ...first, executionId: id, ...(earlier && { earlier }) });
	await see(ended, id);
	for (let n = 0; n < day.retries && isRetried(ended); n++) {
		await service.time.sleep(PERSON_MS);
		id = newId();
		const again = executionOf({ ...day, stopAfterMs: undefined }, service, credential);
		ended = await service.run({ ...again, executionId: id, earlier: retryOf(ended) });
		await see(ended, id);
	}
	return { id, data: ended.run.data, goesOn: ended.run.status === 'success' };
}

function isRetried({ run }: Ended): boolean {
	return run.status === 'error' || run.status === 'crashed';
}

/** Calls for all items at the same time. The model calls again for those without any result. */
async function liveCalls(
	service: Service,
	{ day, credential, newId }: Workflow,
	before: Course | undefined,
	begin: () => Omit<Run, 'id'>,
	executions: Seen[],
): Promise<Course> {
	const { id = newId(), data = createRunExecutionData() } = before ?? {};
	const tool = { day, credential, data, executionId: day.caller === 'execution' ? id : undefined };
	const calls = day.wishes.map(async (_, item) => {
		for (let n = 0; n <= day.retries; n++) {
			const about = { id: tool.executionId ?? newId(), ...begin() };
			const called = await callFor(service, tool, item);
			const call = seenByAgent(
				called,
				{ ...about, endedAt: service.time.now() },
				item,
				begin().from,
			);
			executions.push(call);
			if (call.items.some(({ json }) => !('error' in json))) return;
			await service.time.sleep(PERSON_MS);
		}
	});
	await Promise.all(calls);
	return { id, data, goesOn: true };
}
