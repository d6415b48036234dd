import { say } from '../parsing/say';

/**
 * Where a task stands in its life. `between`: it neither waits in the queue nor runs, and its next
 * status tells more. `unnamed`: the specification doesn't know its status, which may be another name
 * for any of the others.
 */
export type Phase = 'between' | 'ended' | 'queued' | 'running' | 'unnamed';

/**
 * One row per status (spec: States and transitions). Pending, Queued, Transferring and Saving are
 * spellings that only some deployments use.
 */
const LIFECYCLE = {
	Queuing: 'queued',
	Queued: 'queued',
	Pending: 'queued',
	Preparing: 'between',
	Running: 'running',
	Transferring: 'between',
	Saving: 'between',
	Success: 'ended',
	Failed: 'ended',
	Canceled: 'ended',
} as const satisfies Record<string, Phase>;

type KnownStatus = keyof typeof LIFECYCLE;

/** Finds a status by its lower-case form, because some deployments write it that way. */
const SPELLINGS = new Map<string, string>([
	...Object.keys(LIFECYCLE).map((status) => [status.toLowerCase(), status] as const),
	['cancelled', 'Canceled'],
	['interrupted', 'Canceled'],
	['error', 'Failed'],
]);

const NO_STATUS = 'Unknown';

/** The phase of a task by its status. One without a status counts as `between`: its next one tells more. */
export function phaseOf(status: string): Phase {
	if (isKnown(status)) return LIFECYCLE[status];
	return status === '' || status === NO_STATUS ? 'between' : 'unnamed';
}

type EndInRecord = {
	readonly status: string;
	/** ISO 8601. */
	readonly createdAt: string | undefined;
	readonly endedAt: string | undefined;
};

/**
 * Whether a task has ended. For an unknown status, the end in the record decides (spec: `ended_at`
 * is null while the task is unfinished).
 */
export function hasEnded(task: EndInRecord): boolean {
	return phaseOf(task.status) === 'ended' || endedUnnamed(task);
}

/** Whether a task has ended with an unknown status: then its outputs decide how it ended. */
export function endedUnnamed({ status, createdAt = '', endedAt = '' }: EndInRecord): boolean {
	if (isKnown(status) || status === NO_STATUS) return false;
	return Date.parse(endedAt) >= Date.parse(createdAt);
}

/** The specification's spelling of a status; an unknown one stays as it was sent. */
export function canonicalStatus(status: string | undefined): string {
	if (status === undefined || status === '') return NO_STATUS;
	return SPELLINGS.get(status.toLowerCase()) ?? status;
}

/**
 * Whether a task still waits in the queue. The specification gives a polling interval for this
 * case.
 */
export function isQueued(status: string): boolean {
	return phaseOf(status) === 'queued';
}

/** Whether a task may be running: an unknown status may be another name for Running. */
export function mayRun(status: string): boolean {
	const phase = phaseOf(status);
	return phase === 'running' || phase === 'unnamed';
}

/** Whether a task is known to have left the queue; what ran is charged. */
export function hasLeftQueue(status: string): boolean {
	return isKnown(status) && !isQueued(status);
}

/** A status in a message: a word of the specification, or what the service wrote, in quotes. */
export function statusText(status = 'unknown'): string {
	return isKnown(status) || status === 'unknown' ? status : say`${{ foreign: status }}`;
}

function isKnown(status: string): status is KnownStatus {
	return Object.hasOwn(LIFECYCLE, status);
}
