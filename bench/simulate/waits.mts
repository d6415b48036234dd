import {
	AiAppError,
	pollUntilEnd,
	type DurationEstimator,
	type TaskStatus,
} from '../../client/index.ts';

/** How late the end of a task was seen, and by how many status calls. */
export type Wait = { readonly lagMs: number; readonly calls: number };

/** Status calls of a new task are answered 404 for so long. */
const NOT_FOUND_MS = 300;
const QUEUING_UNTIL = 0.1;
const PREPARING_UNTIL = 0.2;
const APP = 57101;
const HOUR = 3_600_000;

/** Waits for a task of so many milliseconds on a clock of its own, which jumps over each pause. */
export async function waitFor(durationMs: number, durations: DurationEstimator): Promise<Wait> {
	let now = 0;
	let calls = 0;
	const clock = {
		now: () => now,
		sleep: async (ms: number) => void (now += ms),
		random: () => 0.5,
	};

	async function read(): Promise<TaskStatus> {
		calls += 1;
		if (now < NOT_FOUND_MS) throw new AiAppError('task_not_found', 'Not found');
		return statusAt(now, durationMs);
	}

	await pollUntilEnd({
		...{ clock, read, signal: undefined, startedAt: 0, deadline: HOUR },
		leapMs: (ageMs) => durations.leapMs(APP, ageMs),
	});
	remember(durationMs, durations);
	return { lagMs: now - durationMs, calls };
}

/** As if the task had been waited for. */
export function remember(durationMs: number, durations: DurationEstimator): void {
	durations.record(APP, { status: 'Success', durationMs });
}

function statusAt(ageMs: number, durationMs: number): TaskStatus {
	const share = ageMs / durationMs;
	const before = share < PREPARING_UNTIL ? 'Preparing' : 'Running';
	const unfinished = share < QUEUING_UNTIL ? 'Queuing' : before;
	return {
		status: share < 1 ? unfinished : 'Success',
		...{ queueCount: undefined, createdAt: undefined, endedAt: undefined, expiresAt: undefined },
		...{ durationMs, billedSeconds: undefined, message: undefined, record: {} },
	};
}
