import { MAY_BE_CHARGED, NOT_CHARGED, PAYS_FOR_TIME } from '../errors/money';
import { say } from '../parsing/say';
import type { Stopped } from './stop';

/** What happened to a task that was to be stopped, for messages and logs. */
export function describeStop(requestId: string, { how, status, trouble }: Stopped): string {
	const task = `Task ${requestId}`;
	switch (how) {
		case 'canceled':
			return `${task} was removed from the queue before it ran. ${NOT_CHARGED}`;
		case 'interrupted':
			return `${task} was interrupted. ${PAYS_FOR_TIME}`;
		case 'already_finished':
			return `${task} had already finished (${status}).`;
		case 'still_running':
			return say`${task} couldn't be stopped and may still be running (last status: ${status ?? 'unknown'}).${trouble ? ` ${trouble.message}.` : ''} ${MAY_BE_CHARGED}`;
	}
}
