import { numberOf, textOf, textOrEmpty, isRecord } from '../parsing/scalars';
import { canonicalStatus } from './lifecycle';
import { excerpt, lineOf } from '../parsing/say';
import { reasonIn } from './reason';
import type { Untrusted, WireCostTimes, WireStatus } from './wire';

/** What a status record says, read tolerantly; `record` is the record as sent. */
export type TaskStatus = {
	/** The specification's spelling where there is one, else as sent. */
	readonly status: string;
	readonly queueCount: number | undefined;
	/** ISO 8601. */
	readonly createdAt: string | undefined;
	readonly endedAt: string | undefined;
	readonly expiresAt: string | undefined;
	/** From creation to end. */
	readonly durationMs: number | undefined;
	/** From the start of its execution to its end. */
	readonly ranMs: number | undefined;
	readonly billedSeconds: number | undefined;
	/** Whether the record tells that the task has left the queue. */
	readonly hasBegun: boolean;
	/** The service's reason, for tasks that went wrong. */
	readonly message: string | undefined;
	readonly record: Readonly<Record<string, unknown>>;
};

/** Reads a status record or the flat record of a finished task (spec: Task, Duration breakdown). */
export function readTaskStatus(sent: Untrusted<WireStatus>): TaskStatus {
	const costTimes: Untrusted<WireCostTimes> = isRecord(sent.cost_times) ? sent.cost_times : {};
	const queue = sent.queue_info ?? sent.queueInfo;
	// The status is quoted in messages and items.
	const status = canonicalStatus(textOf(excerpt(textOrEmpty(sent.status))));
	return {
		status,
		queueCount: atLeast0(isRecord(queue) ? queue.queue_count : undefined),
		createdAt: serviceTimeToIso(timeIn(sent.created_at)),
		endedAt: serviceTimeToIso(timeIn(sent.ended_at)),
		expiresAt: serviceTimeToIso(timeIn(sent.expired_at)),
		durationMs: msBetween(sent.created_at, sent.ended_at, costTimes.total_cost_time),
		ranMs: msBetween(sent.executed_at, sent.ended_at, costTimes.running_cost_time),
		billedSeconds: billedSeconds(sent, costTimes),
		hasBegun: tellsOfBegin(sent, costTimes),
		// What went wrong on the way to a success is nobody's concern.
		message: status === 'Success' ? undefined : (reasonIn(sent) ?? lineOf(sent.message)),
		record: { ...sent },
	};
}

/**
 * Whether a record says that its task has left the queue. `executed_at` is the start of the
 * execution (spec: Task).
 */
function tellsOfBegin(
	{ executed_at, status }: Untrusted<WireStatus>,
	{ inference_cost_time, running_cost_time }: Untrusted<WireCostTimes>,
): boolean {
	const isInterrupted = textOf(status)?.toLowerCase() === 'interrupted';
	const hasRun = [inference_cost_time, running_cost_time].some((ms) => (numberOf(ms) ?? 0) > 0);
	return isInterrupted || hasRun || timeIn(executed_at) !== undefined;
}

/** The zeros of a time: the year 0 in SQL, 1 in Go, 1970 in most other languages. */
const ZERO_TIME = /^\s*(0000|0001|1970)-/;

/**
 * A time of the record as it was sent. The specification has null for an end that hasn't come, but
 * calls the start a string: a service may send the zero of a time for both.
 */
function timeIn(sent: unknown): string | undefined {
	const text = textOf(sent);
	return text !== undefined && ZERO_TIME.test(text) ? undefined : text;
}

/** A count or a length of time. Less than 0 stands for "not known", such as -1 in `queue_count`. */
function atLeast0(sent: unknown): number | undefined {
	const number = numberOf(sent) ?? -1;
	return number >= 0 ? number : undefined;
}

/**
 * Milliseconds between two times of the service.
 * @param told the length that the record itself gives, which counts before the two times
 */
function msBetween(from: unknown, to: unknown, told: unknown): number | undefined {
	const begin = serviceTimeToMs(timeIn(from));
	const end = serviceTimeToMs(timeIn(to));
	return atLeast0(told) ?? atLeast0(end - begin);
}

/**
 * Only inference is billed (spec: Limits, Billing). The field at the top is in seconds, the one in
 * `cost_times` in milliseconds.
 */
function billedSeconds(
	sent: Untrusted<WireStatus>,
	costTimes: Untrusted<WireCostTimes>,
): number | undefined {
	const ms = atLeast0(costTimes.inference_cost_time);
	return atLeast0(sent.inference_cost_time) ?? (ms === undefined ? undefined : ms / 1000);
}

const SERVICE_OFFSET = '+08:00';

/** `Date.parse` alone is too tolerant. For example, it reads "Task 5" as a day in May. */
const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * A time of the service (`2026-01-11 12:43:14`, UTC+8, spec: Task) as ISO 8601 with its offset.
 * Undefined if the text isn't a time. A zone in the text is kept.
 */
export function serviceTimeToIso(text = ''): string | undefined {
	const [, day, time = '00:00:00', zone = SERVICE_OFFSET] = TIME.exec(text.trim()) ?? [];
	if (day === undefined) return undefined;
	const iso = `${day}T${time}${zone}`;
	return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** A time of the service in milliseconds since 1970. NaN if the text isn't a time. */
export function serviceTimeToMs(text?: string): number {
	return Date.parse(serviceTimeToIso(text) ?? '');
}
