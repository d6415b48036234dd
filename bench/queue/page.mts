import type { Machine } from '../report/results.mts';
import type { Part, QueueResults } from './results.mts';
import { CALLBACKS, POLLING, PROCESSOR, table, TRIGGER } from './tables.mts';

/** The page of the documentation that shows the results. */
export function queuePageOf({ polling, callbacks, trigger }: QueueResults): string {
	const [first] = polling.runs;
	return `# Queue mode, measured

Written by \`npm run bench:queue\`: real n8n processes in queue mode with PostgreSQL and Redis, and the emulator as the service, all on the same machine. What to do with these figures: [scaling](../guides/scaling.md).

## Workers

A webhook starts ${first?.changes.executions} executions of one task of ${(first?.changes.service.taskMs ?? 0) / 1000} s within ${(first?.changes.arrivalMs ?? 0) / 1000} s. Each answers when its task is finished. The service runs ${first?.changes.service.places} tasks at the same time and refuses more. There is one main process and one webhook process. Each worker runs ${first?.changes.slots} executions at the same time, n8n's default. ${measuredOn(polling)}

${table(POLLING, polling.runs)}

- **Ideal** is the time of the tasks alone, in as many places as workers and service allow.
- **Waits** are those of the caller, from the call of the webhook to its answer.
- **Refused creates** are in percent of the accepted ones.
- **Stored per second** is the rate at which the webhook process stored the executions, while the workers ran the first ones.

Time for each execution, and the processor time of each process for it:

${table(PROCESSOR, polling.runs)}

${webhooksOf(callbacks, trigger)}`;
}

function webhooksOf(
	callbacks: QueueResults['callbacks'],
	trigger: QueueResults['trigger'],
): string {
	const [any] = callbacks.runs;
	return `## Two webhook processes

${any?.executions} executions pause for two or three equal tasks each. The service repeats callbacks that aren't answered with 200, as its specification says. HAProxy is in front of ${any?.webhooks} webhook processes, and ${any?.workers} workers run the executions. ${measuredOn(callbacks)}

${table(CALLBACKS, callbacks.runs)}

- **What is slow:** one of three status responses of the service is 3 s late, or a webhook process is halted for 8 s of every 20 s.
- **Succeeded** is by the calls that start an execution. If the webhook processes are too busy to start one, it counts as missing.
- **Paths moved** is how often HAProxy took a webhook process for dead.
- **Resumed twice** counts the turns of executions on workers beyond one at the start and one for each pause.
- **Paid twice** counts the tasks beyond one for each item and pause.
- **Lost** are callbacks that no attempt got an answer for.
- **Answers** are attempts by status. 409 is n8n's answer if the execution has finished or runs, 500 if another callback resumed it at the same moment. 401 is the node's if the execution is at a later pause.

n8n lets one of several simultaneous callbacks resume an execution. It checks that the execution is paused, and not where. A callback that is still being processed when the execution has reached its next pause would resume it from the first one. The node prevents that within a process. Across processes, the callbacks of an execution must reach the same one: they share a path.

## A trigger on two webhook processes

The callbacks of finished tasks are sent to an AI App Trigger, several at the same time. ${measuredOn(trigger)}

${table(TRIGGER, trigger.runs)}
`;
}

function measuredOn({ date, machine }: Part<unknown>): string {
	return `Measured ${date.slice(0, 10)} on ${shownMachine(machine)}.`;
}

function shownMachine({ processors, memoryGb, node, n8n }: Machine): string {
	return `${processors}, ${memoryGb} GB, Node.js ${node}, n8n ${n8n}`;
}
