import { attempted } from './attempted';
import { phaseOf } from './lifecycle';
import type { Clock } from './ports';
import { repeated } from './retry';
import type { Tasks } from './tasks';

export type Stopped = {
	/** `ended`: it was over before it could be stopped. `goesOn`: it could not, or must not, be stopped. */
	readonly how: 'canceled' | 'interrupted' | 'ended' | 'goesOn';
	readonly status: string | undefined;
};

export type StopPorts = {
	readonly tasks: Pick<Tasks, 'status' | 'cancel' | 'interrupt'>;
	readonly clock: Clock;
};

/** A task that is Preparing can be stopped only in its next state; it is followed this long. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Stops a task by what its state allows (spec: States and transitions): queuing tasks are canceled
 * free of charge, running ones interrupted when `interruptRunning` is set, and one in between is
 * watched until it can be. Never throws: what remains unknown is in the result.
 */
export async function stopTask(
	{ tasks, clock }: StopPorts,
	requestId: string,
	interruptRunning: boolean,
): Promise<Stopped> {
	const giveUpAt = clock.now() + PATIENCE_MS;
	// A task that is Preparing refuses both; some deployments may cancel it, so that is tried first.
	let triedCancel = false;
	let status: string | undefined;
	for (;;) {
		const look = await attempted(() => repeated(() => tasks.status(requestId), clock));
		status = look.ok ? look.value.status : status;
		const { terminal, stopBy } = phaseOf(status ?? '');
		if (look.ok && terminal) return { how: 'ended', status };
		if (stopBy === 'interrupt' && !interruptRunning) return { how: 'goesOn', status };

		if (stopBy === 'interrupt') {
			if (await accepted(() => tasks.interrupt(requestId), clock))
				return { how: 'interrupted', status };
		} else if (stopBy === 'cancel' || !triedCancel) {
			triedCancel = true;
			if (await accepted(() => tasks.cancel(requestId), clock)) return { how: 'canceled', status };
		}
		if (clock.now() >= giveUpAt) return { how: 'goesOn', status };
		await clock.sleep(LOOK_EVERY_MS);
	}
}

async function accepted(call: () => Promise<void>, clock: Clock): Promise<boolean> {
	return (await attempted(() => repeated(call, clock))).ok;
}

/** What became of a task, as a sentence for messages and logs. */
export function describeStop(requestId: string, { how, status }: Stopped): string {
	const task = `Task ${requestId}`;
	switch (how) {
		case 'canceled':
			return `${task} was canceled before it ran; nothing is charged.`;
		case 'interrupted':
			return `${task} was interrupted; what had run is charged.`;
		case 'ended':
			return `${task} had ended already (${status}).`;
		case 'goesOn':
			return `${task} could not be stopped and may go on (last state: ${status ?? 'not known'}); it may be charged.`;
	}
}
