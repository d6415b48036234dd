import type { Experiment } from './experiments.mts';
import { findingsOf } from './findings.mts';
import type { FleetResults } from './results.mts';
import { predictionTable, scaleTable, spreadTable } from './tables.mts';

/** The page of the documentation that shows the fleet. */
export function fleetPageOf(results: FleetResults, experiments: readonly Experiment[]): string {
	return [
		INTRODUCTION,
		scaleTable(results),
		findingsOf(results),
		SPREADS,
		spreadTable(results),
		VERDICT,
		predictionTable(results, experiments),
		MODEL,
	].join('\n\n');
}

const INTRODUCTION = `# A fleet of n8n processes

Written by \`npm run bench:fleet\`, a simulation on virtual time. It says how many n8n processes can share one account of a service, and what becomes slow first. The client's own modules create and poll the tasks. n8n and the service are simulated.

![Refused creates and makespan of 1,000 executions at 20 places, by the number of processes](fleet.svg)

Each fleet has workers of queue mode with 10 slots each. All executions start within a second. Unless the table says otherwise, an execution has one item, and a task takes 5 s +-20 %. Each row of the first table and each point of the chart is a single run. Waits and fairness differ much between runs: an unlucky process may wait several times as long.

- **Limiter**: who shares what is known of the service. One per process is what ships ([decision](decisions/006-one-limiter-per-process.md)). n8n gives nodes no store for one that all processes share. The ideal one knows at any time whether there is room.
- **Makespan**: by the time of a scheduler that lets no place be empty.
- **Longest wait**: of an execution from its start to its end, by the median.
- **Wait for a place**: from the first try to create the task until the service takes it, the median and the longest.
- **Slowest worker**: the mean wait for a place in the process where it's longest, by the mean of all.`;

const SPREADS = `## Spread and jitter of processes that can't talk

The client with single values replaced. Each cell is the makespan by the ideal, the refused creates per accepted one and the slowest worker. It's the mean of four runs, and all rows but the second have the same random numbers. The difference between the first two rows is chance.`;

const VERDICT = `No jitter and no spread is better than the one that ships by more than chance. Without jitter, many processes are slower. Spreads after Retry-After hardly matter, because processes are refused at different times.

Only the longest pause has a clear effect, and it's a trade: 10 s in place of 30 s brings the makespan of 32 processes closer to the ideal, at twice the refused creates. 5 s takes two refused creates for each accepted one. So the values stay as they are.

## Prediction beside measurement`;

const MODEL = `Makespans are in seconds from the first start, refusals per accepted create. A prediction is the mean of four runs of \`bench/fleet/predict.mts\` with different random numbers. \`npm run bench:queue\`, then \`npm run bench:fleet -- --part predictions\` measure and predict the rows of queue mode again.

The rows of queue mode test the model. It was finished before they were measured, and must predict their makespans and refused creates within 15 %. The other rows are no test, because the model was fitted to them. The processor times were chosen by their makespans, those of queue mode and of a single process apart. The order in which a process works was chosen among three by all figures of the first two rows: the other two orders predicted 49 s and 54 s for the first one, and 6 to 9 % refused. The bench case with workers also asks main for the state of each execution all the time, which the model counts as work of n8n.

## The model and its limits

- **Client**: the rate limiter, the create, the polls with known durations, the retries and the pool of items are the modules that ship. \`bench/fleet/variant.mts\` replaces single places of them for the table of spreads.
- **Service**: places, a queue and refusals with or without Retry-After. Its records come from the emulator, and \`test/bench/fleetService.test.mts\` compares the answers of both to the same creates ("the simulated service answers the same creates as the emulator, with the same words"). It has no limits per minute, no faults and no lost connections.
- **n8n**: slots, processor time for each execution and each call on a number of processors, and time in a slot without processor time. Short calls come before long starts. Memory, Redis and the database have no limits of their own.
- **Polls**: each process learns durations by itself, so more processes take more calls per task.
- Executions that wait in n8n's queue for a slot don't count toward Max Wait Time. In a slot they do.
`;
