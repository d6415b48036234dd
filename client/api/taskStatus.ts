import { numberOf, textOf } from '../parsing/scalars';
import { isRecord } from '../parsing/json';
import { canonicalStatus } from './lifecycle';
import { excerpt } from '../parsing/say';
import { serviceTimeToIso, serviceTimeToMs } from '../parsing/serviceTime';
import type { Untrusted, WireCostTimes, WireStatus } from './wire';

/** What a status record says, read tolerantly; `record` is the record as sent. */
export type TaskStatus = {
	/** The specification's spelling where there is one, else as sent. */
	readonly status: string;
	/** Tasks ahead in the queue. */
	readonly queueCount: number | undefined;
	/** ISO 8601. */
	readonly createdAt: string | undefined;
	readonly endedAt: string | undefined;
	readonly expiresAt: string | undefined;
	/** From creation to end. */
	readonly durationMs: number | undefined;
	readonly billedSeconds: number | undefined;
	/** The service's reason, for tasks that went wrong. */
	readonly message: string | undefined;
	readonly record: Readonly<Record<string, unknown>>;
};

/** Reads a status record or the flat record of a finished task (spec: Task, Duration breakdown). */
export function readTaskStatus(sent: Untrusted<WireStatus>): TaskStatus {
	const costTimes: Untrusted<WireCostTimes> = isRecord(sent.cost_times) ? sent.cost_times : {};
	const queueCount = numberOf(memberOf(sent.queue_info ?? sent.queueInfo, 'queue_count'));
	return {
		status: canonicalStatus(statusWord(sent.status)),
		// -1 stands for "not known".
		queueCount: queueCount !== undefined && queueCount >= 0 ? queueCount : undefined,
		createdAt: serviceTimeToIso(textOf(sent.created_at)),
		endedAt: serviceTimeToIso(textOf(sent.ended_at)),
		expiresAt: serviceTimeToIso(textOf(sent.expired_at)),
		durationMs: durationMs(sent, costTimes),
		billedSeconds: billedSeconds(sent, costTimes),
		message: reasonOf(sent),
		record: { ...sent },
	};
}

/** The service's reason stands in several places; `error` is a text or a record. */
function reasonOf(sent: Untrusted<WireStatus>): string | undefined {
	const texts = [sent.error_message, sent.error_msg, memberOf(sent.error_info, 'message')];
	const further = [memberOf(sent.error, 'message'), sent.error, sent.message];
	return [...texts, ...further].map(textOf).find(Boolean);
}

function memberOf(value: unknown, name: string): unknown {
	return isRecord(value) ? value[name] : undefined;
}

/** It stands in messages and items; none that the specification names has a dozen characters. */
function statusWord(sent: unknown): string | undefined {
	const text = textOf(sent);
	return text && excerpt(text, 60);
}

function durationMs(
	sent: Untrusted<WireStatus>,
	costTimes: Untrusted<WireCostTimes>,
): number | undefined {
	const total = numberOf(costTimes.total_cost_time);
	if (total !== undefined) return total;
	const from = serviceTimeToMs(textOf(sent.created_at));
	const to = serviceTimeToMs(textOf(sent.ended_at));
	return from !== undefined && to !== undefined ? to - from : undefined;
}

/** Only inference is billed (spec: Limits, Billing): seconds at the top, milliseconds in `cost_times`. */
function billedSeconds(
	sent: Untrusted<WireStatus>,
	costTimes: Untrusted<WireCostTimes>,
): number | undefined {
	const seconds = numberOf(sent.inference_cost_time);
	const ms = numberOf(costTimes.inference_cost_time);
	const billed = seconds ?? (ms === undefined ? undefined : ms / 1000);
	// Less than none would raise the limits of what may be spent.
	return billed !== undefined && billed >= 0 ? billed : undefined;
}
