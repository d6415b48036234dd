import { say } from '../parsing/say';
import type { Stopped } from './stop';

/** What became of a task, as a sentence for messages and logs. */
export function describeStop(requestId: string, { how, status, trouble }: Stopped): string {
	const task = `Task ${requestId}`;
	switch (how) {
		case 'canceled':
			return `${task} was taken out of the queue before it ran; nothing is charged.`;
		case 'interrupted':
			return `${task} was interrupted; what had run is charged.`;
		case 'already_finished':
			return `${task} had ended already (${status}).`;
		case 'still_running':
			return say`${task} could not be stopped and may go on (last state: ${status ?? 'not known'}); it may be charged.${trouble ? ` ${trouble.message}.` : ''}`;
	}
}
