import { AiAppError, type ErrorDetails } from '../../../client/errors/AiAppError';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { isRetryable } from '../../../client/errors/retryable';

const TASK = { requestId: 'r-1' };

/** Kinds that may pass: with no task, with one, and of an operation that creates none. */
const MAY_PASS: Readonly<Partial<Record<ErrorKind, readonly [boolean, boolean, boolean]>>> = {
	busy: [true, false, true],
	unreachable: [true, false, true],
	no_response: [true, false, true],
	service_error: [true, false, true],
	// Its task is another matter: it was canceled while it was queued, which is free.
	queue_timeout: [true, true, true],
	// Whoever waited for them had a task, which may have a result.
	timeout: [false, false, true],
	empty_output: [false, false, true],
};

const NEVER = [false, false, false] as const;

const retryable = (kind: ErrorKind, details: ErrorDetails) =>
	isRetryable(new AiAppError(kind, 'x', details));

it.each(ERROR_KINDS)('%s with no task, with one, and of an operation without any', (kind) => {
	const cases = [{}, TASK, { ...TASK, createsNoTask: true }] as const;

	expect(cases.map((details) => retryable(kind, details))).toEqual(MAY_PASS[kind] ?? NEVER);
});

it.each<[string, ErrorDetails, boolean]>([
	['no charge is known of', { cost: 'free' }, true],
	['may be charged', { cost: 'unknown' }, false],
	['ran', { cost: 'seconds' }, false],
	['was billed', { billedSeconds: 3 }, false],
	['was sent before', { earlierIds: ['r-0'], cost: 'unknown' }, false],
	['was sent before, and canceled in the queue', { earlierIds: ['r-0'], cost: 'free' }, true],
])('a service that is busy, after a task that %s', (_, details, expected) => {
	expect(retryable('busy', details)).toBe(expected);
});

it.each<[string, ErrorDetails, boolean]>([
	['has stopped the task', { stoppedBy: 'maxWaitTime' }, false],
	["couldn't stop the task", { reason: 'stopRefused' }, true],
])('a wait for a task of another node, which %s', (_, details, expected) => {
	expect(retryable('timeout', { ...TASK, createsNoTask: true, ...details })).toBe(expected);
});
