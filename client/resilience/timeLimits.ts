/**
 * The time limits of the client, in milliseconds, each with its reason. The poll intervals are a
 * table of their own (tasks/pollInterval), and the longest Retry-After is capped where it is read.
 */

/** A read, a cancel, an interrupt, a token or a commit; all of them may be repeated. */
export const READ_TIMEOUT_MS = 30_000;
/** Longer than a read: the task may exist already, and only the response contains its ID. */
export const CREATE_TIMEOUT_MS = 60_000;
/** The service asks clients to keep a connection open for at least this long (spec: Limits). */
export const MIN_HOLD_MS = 60_000;
/** A call that stops a task. Short: n8n blocks until the execution has stopped. */
export const STOP_TIMEOUT_MS = 10_000;

/** A transfer fails if nothing moves for this long. */
export const SILENCE_MS = 60_000;
/** For all files of a task together, with all attempts. */
export const TRANSFER_HOURS = 6;
export const TRANSFER_TIMEOUT_MS = TRANSFER_HOURS * 60 * 60_000;
/** The last bytes wait in the buffers of a slow line, and a storage may take its time with a big file. */
export const STORED_TIMEOUT_MS = 5 * 60_000;

/** Before the first retry; doubled with each further one. */
export const FIRST_BACKOFF_MS = 1_000;
export const MAX_BACKOFF_MS = 30_000;
/** What refusals have taught is forgotten if the service refused nothing for this long. */
export const FORGET_REFUSALS_MS = 60_000;
/** A create that isn't refused by then is likely to have its task, though there's no answer yet. */
export const LIKELY_ACCEPTED_MS = 1_000;
/** Workers that get the same Retry-After send their next create spread over this time. */
export const CREATE_SPREAD_MS = 100;
/** The time before a deadline that is kept for the last attempt. */
export const LAST_TRY_MS = 5_000;

/** The record of a task may lag behind its create request: it is read again after these pauses. */
export const LATE_RECORD_MS = [500, 1_000, 2_000];
/** Polling tolerates a task that is not found for this long. */
export const UNKNOWN_TASK_MS = 60_000;
/** Outputs that are paid for are read for this long after Max Wait Time. */
export const PAID_GRACE_MS = 30_000;
/** For calls that no limit of the user applies to. */
export const FREE_CALLS_MS = 5 * 60_000;
/**
 * What a callback may take: the service gives up on it after about 10 s (spec: Events), and n8n needs
 * some of them.
 */
export const CALLBACK_BUDGET_MS = 7_000;
/** The outputs may lag behind the status: they are read again after these pauses. */
export const LATE_OUTPUTS_MS = [1_000, 3_000];

/** The shortest pause between polls while a task is likely to finish. */
export const MIN_POLL_MS = 100;
/**
 * The longest pause, so that a task that fails early, or an app that has become faster, is noticed
 * soon.
 */
export const MAX_POLL_MS = 10_000;

/**
 * A task that is Preparing can't be stopped before its status changes. Its status is polled for
 * STOP_FOLLOW_MS, every STOP_POLL_MS.
 */
export const STOP_FOLLOW_MS = 30_000;
export const STOP_POLL_MS = 1_000;
/** After this time, Task: Stop gives up on a task that the service doesn't know. */
export const STOP_UNKNOWN_TASK_MS = 4_000;
/**
 * A stopped task has its final record soon: it's read after these pauses, within STOPPED_LOOK_MS.
 */
export const STOPPED_RECORD_MS = [1_000, 2_000, 4_000];
export const STOPPED_LOOK_MS = 15_000;
