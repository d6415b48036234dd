import type { Outcome } from './outcome.mts';
import type { LimiterName } from './parameters.mts';
import type { FleetResults } from './results.mts';
import { percent, seconds, times } from './words.mts';

/** What the tables of the fleet come to. */
export function findingsOf(results: FleetResults): string {
	const of = (workers: number, limiter: LimiterName = 'process') =>
		sweptOutcome(results, workers, limiter);
	const refusals = [4, 32, 100].map((workers) => percent(of(workers).refused));
	return `## What becomes slow first

The chart and these figures are for 1,000 executions at 20 places.

- **Nothing is lost.** No run of the table above and of the chart created a second task for an item, or lost one.
- **The service stays busy.** The makespan with 100 processes is ${times(of(100).makespan)} the ideal, with 4 processes ${times(of(4).makespan)}.
- **Fairness between processes goes first.** A process without a place gets one only by a probe, and probes are up to 30 s apart. With 32 processes the median wait for a place is ${seconds(of(32).placeMedianSeconds)}, the longest is ${seconds(of(32).placeLongestSeconds)}. With one limiter for all they would be ${seconds(of(32, 'all').placeMedianSeconds)} and ${seconds(of(32, 'all').placeLongestSeconds)}. What waits longer than Max Wait Time fails without a task.
- **Refused creates grow with the processes**: ${refusals.join(', ')} of the accepted ones with 4, 32 and 100 processes. With a limiter per execution they are ${percent(of(4, 'execution').refused)}, ${percent(of(32, 'execution').refused)} and ${percent(of(100, 'execution').refused)}. They cost requests, and no money.
- **Nothing is refused while all slots together need no more than the service takes**, its queue included. Max Parallel Tasks counts for each process. Set to the places divided by the processes, it prevents refusals, but processes with less to do then leave places empty.`;
}

function sweptOutcome({ sweep }: FleetResults, workers: number, limiter: LimiterName): Outcome {
	const found = sweep.find((each) => each.workers === workers);
	if (!found) throw new Error(`There is no run with ${workers} workers.`);
	return found.outcomes[limiter];
}
