import * as shipped from '../../client/index.ts';
import { randomFrom } from '../measure/statistics.mts';
import { createDurations } from './durations.mts';
import { createJobs, type Jobs } from './jobs.mts';
import { LIMITERS } from './limiters.mts';
import { outcomeOf, type Ended, type Outcome } from './outcome.mts';
import type { FleetParameters } from './parameters.mts';
import { createProcessors } from './processors.mts';
import { createSchedule } from './schedule.mts';
import { createService } from './service.mts';
import type { ClientModule } from './item.mts';
import { createWorker } from './worker.mts';

type Execution = { readonly number: number; readonly arrivedAt: number };

type Fleet = ReturnType<typeof setUp>;

/**
 * Lets a fleet do all its executions, with the client's own modules on virtual time. The same
 * parameters give the same outcome.
 */
export async function runFleet(
	parameters: FleetParameters,
	client: ClientModule = shipped,
): Promise<Outcome> {
	const fleet = setUp(parameters, client);
	const { durations, schedule, service, workers } = fleet;
	const jobs = createJobs<Execution>();
	const ended: Ended[] = [];
	const startedAt = schedule.now();

	async function occupySlot(worker: number): Promise<void> {
		for (let job = await jobs.take(); job; job = await jobs.take()) {
			const items = (await workers[worker]?.run(job.number)) ?? [];
			ended.push({ worker, waitMs: schedule.now() - job.arrivedAt, items });
		}
	}

	// Workers with a free slot take the next execution in turn.
	const slots = Array.from({ length: Math.min(parameters.slots, parameters.executions) });
	const occupied = slots.flatMap(() => workers.map((_, worker) => occupySlot(worker)));
	await schedule.runUntil(Promise.all([arrive(parameters, fleet, jobs), ...occupied]));
	const makespanMs = schedule.now() - startedAt;
	return outcomeOf(parameters, { ended, durations: durations.drawn, makespanMs, service });
}

function setUp(parameters: FleetParameters, client: ClientModule) {
	const { limiter, n8n, seed } = parameters;
	const schedule = createSchedule();
	const durations = createDurations(parameters);
	const travels = randomFrom(3 * seed + 1);
	const service = createService(schedule, parameters.service, durations.next, travels);
	const clock = { ...schedule, random: randomFrom(3 * seed + 2) };
	const processors = createProcessors(schedule, n8n.processors);
	const lanes = LIMITERS[limiter](() => client.createRateLimiter(clock), service);
	const workers = Array.from({ length: parameters.workers }, () => {
		const process = {};
		const ports = { client, clock, process, processors, http: service.http, lane: lanes() };
		return { process, run: createWorker(ports, parameters) };
	});
	return { schedule, durations, service, processors, workers };
}

/** Each execution is received, and waits for a worker with a free slot. */
async function arrive(
	{ executions, arrivalMs, n8n }: FleetParameters,
	{ schedule, processors, workers }: Fleet,
	jobs: Jobs<Execution>,
): Promise<void> {
	const receiver = n8n.hasWebhookProcess ? {} : (workers[0]?.process ?? {});
	const beside = {};
	const arriving = Array.from({ length: executions }, async (_, number) => {
		await schedule.sleep((number * arrivalMs) / executions);
		const arrivedAt = schedule.now();
		await processors.use(receiver, n8n.receiveMs);
		await processors.use(beside, n8n.besideMs);
		jobs.put({ number, arrivedAt });
	});
	await Promise.all(arriving);
	jobs.close();
}
