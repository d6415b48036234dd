import type { CallbacksBy } from '../../scripts/n8n/queue/haproxyConfig.mts';
import { runsTable, shown } from '../report/tables.mts';
import { measuredOn } from '../report/results.mts';
import type { CallbacksRun } from './callbacks.mts';
import type { PollingRun } from './polling.mts';
import type { QueueResults } from './results.mts';
import type { TriggerRun } from './trigger.mts';

/** The part of the documentation about queue mode. */
export function queueMode({ polling, callbacks, trigger }: QueueResults): string {
	const [run] = polling.runs;
	return `## Queue mode

\`npm run bench:queue\` repeats all of it, and \`-- --part polling\`, \`callbacks\` or \`trigger\` one part: n8n's processes with PostgreSQL, Redis and HAProxy. What to do with these figures: [scaling](../guides/scaling.md).

### Workers

A webhook starts ${run?.executions} executions of one task of ${run?.taskSeconds} s within a second, and each answers when its task is finished. The service runs ${run?.places} tasks at the same time and refuses more. There is one main process and one webhook process. Each worker runs 10 executions at the same time, n8n's default. ${measuredOn(polling.machine)}, ${polling.date.slice(0, 10)}.

${pollingTable(polling.runs)}

The ideal is the time of the tasks alone, in as many places as workers and service allow. Waits are from the call of the webhook to its answer. Refused creates are in percent of the accepted ones. n8n's processor time is that of all its processes, for each execution.

### Two webhook processes

Executions pause for two or three equal tasks each. The service repeats callbacks that aren't answered with 200. HAProxy is in front of two webhook processes, and two workers run the executions. ${measuredOn(callbacks.machine)}, ${callbacks.date.slice(0, 10)}.

${callbacksTable(callbacks.runs)}

- **What is slow**: one of three status calls takes 3 s longer, or a webhook process is halted for 8 s of every 20 s.
- **Copies**: how often the service sends each callback at the same time.
- **Succeeded**: an execution that the busy webhook processes didn't start counts as missing.
- **Resumed twice**: the turns of executions on workers beyond one at the start and one for each pause.
- **Tasks paid twice**: those beyond one for each item and pause.
- **Callbacks lost**: those that no attempt got an answer for.

n8n checks that an execution is paused, and not where. A callback that is still being processed at the next pause would resume it from the first one. The node prevents that within a process. So all callbacks of an execution must reach the same one: they share a path ([decision](decisions/040-callbacks-by-path.md)).

### A trigger on two webhook processes

The callbacks of finished tasks are sent to an AI App Trigger, ten at a time. ${measuredOn(trigger.machine)}, ${trigger.date.slice(0, 10)}.

${triggerTable(trigger.runs)}`;
}

function pollingTable(runs: readonly PollingRun[]): string {
	return runsTable(
		{
			Workers: ({ workers }) => workers,
			Succeeded: ({ good, executions }) => `${good} of ${executions}`,
			'Paid twice': ({ doubles }) => doubles,
			Time: ({ makespanSeconds }) => `${shown(makespanSeconds)} s`,
			Ideal: ({ idealSeconds }) => `${shown(idealSeconds)} s`,
			'Refused creates': ({ refused }) => `${shown(100 * refused)} %`,
			'Median wait': ({ waitSeconds }) => `${shown(waitSeconds.median)} s`,
			'Longest wait': ({ waitSeconds }) => `${shown(waitSeconds.longest)} s`,
			'Status calls per task': ({ statusCallsPerTask }) => shown(statusCallsPerTask),
			"n8n's processor time": ({ processorMs }) => `${Math.round(n8nMsOf(processorMs))} ms`,
		},
		runs,
	);
}

export function callbacksTable(runs: readonly CallbacksRun[]): string {
	return runsTable(
		{
			'Callbacks go to': ({ callbacksBy }) => receiverOf(callbacksBy),
			'Pauses in a row': ({ pauses }) => pauses,
			'What is slow': slowOf,
			Copies: ({ copies }) => copies,
			Succeeded: ({ good, executions }) => `${good} of ${executions}`,
			'Resumed twice': ({ doubleResumes }) => doubleResumes,
			'Tasks paid twice': ({ doublePayments }) => doublePayments,
			'Callbacks lost': ({ callbacks }) => `${callbacks.lost} of ${callbacks.sent}`,
		},
		runs,
	);
}

function triggerTable(runs: readonly TriggerRun[]): string {
	return runsTable(
		{
			'Callbacks go to': ({ callbacksBy }) => receiverOf(callbacksBy),
			Tasks: ({ tasks }) => tasks,
			'Callbacks for each': ({ callbacks }) => callbacks,
			'Tasks that started the workflow': ({ started }) => started,
			'Started twice': ({ doubleStarts }) => doubleStarts,
		},
		runs,
	);
}

/** Of n8n's own processes. */
export function n8nMsOf({ main = 0, webhook = 0, workers = 0 }: PollingRun['processorMs']): number {
	return main + webhook + workers;
}

function slowOf({ isSlow, isHalted }: CallbacksRun): string {
	if (isHalted) return 'a webhook process';
	return isSlow ? 'the service' : 'nothing';
}

function receiverOf(callbacksBy: CallbacksBy): string {
	return callbacksBy === 'path' ? '**one, by path**' : 'any';
}
