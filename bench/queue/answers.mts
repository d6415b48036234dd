import type { DeliveryRecord } from '../../emulator/index.mts';
import { tally } from '../measure/tally.mts';

/** How callbacks were answered. */
export type CallbackAnswers = {
	/** Each copy counts, its repetitions don't. */
	readonly sent: number;
	/** Never answered, by no attempt. */
	readonly lost: number;
	readonly attempts: number;
	/** Attempts by the status of the answer; 0 for none in time. */
	readonly statuses: Readonly<Record<string, number>>;
};

export function answersOf(deliveries: readonly DeliveryRecord[]): CallbackAnswers {
	const answered = deliveries.filter(({ status }) => status !== undefined);
	const sent = new Set(deliveries.map(callbackOf)).size;
	return {
		sent,
		lost: sent - new Set(answered.map(callbackOf)).size,
		attempts: deliveries.length,
		statuses: Object.fromEntries(tally(deliveries.map(({ status = 0 }) => String(status)))),
	};
}

function callbackOf({ requestId, copy }: DeliveryRecord): string {
	return `${requestId} ${copy}`;
}
