import {
	createRateLimiter,
	type ExecutionQueue,
	type Slot,
	type RateLimiter,
} from '../../../client/resilience/rateLimiter';
import { createVirtualTime, type VirtualTime } from '../../virtualTime.mts';

export const HOUR = 3_600_000;
export const TASK = { of: 1, keepsSlot: true };
/** Nobody waits for its task. */
export const CREATE = { of: 1, keepsSlot: false };
export const OTHER_APP = { of: 2, keepsSlot: true };
export const FULL = { speaksOf: 'tasks', retryAfterMs: undefined } as const;
export const NO_NODE = { speaksOf: 'app', retryAfterMs: undefined } as const;
export const TOO_FAST = { speaksOf: 'pace', retryAfterMs: undefined } as const;

export let time: VirtualTime;
let limiter: RateLimiter;

/** A new limiter for each test of a file. */
export function useLimiter(): void {
	beforeEach(() => {
		time = createVirtualTime();
		const { now, sleep } = time;
		limiter = createRateLimiter({ now, wallNow: now, sleep, random: () => 0.5 });
	});

	afterEach(() => time.close());
}

export function queue(maxTasks?: number): ExecutionQueue {
	return limiter.executionQueue(maxTasks === undefined ? undefined : () => maxTasks);
}

/** A slot whose create was sent. */
export async function sent(from = queue(), use = TASK): Promise<Slot> {
	const slot = from.slot(use);
	expect(await slot.acquire(undefined, time.now() + HOUR)).toBe(true);
	return slot;
}

export async function accepted(from = queue()): Promise<Slot> {
	const slot = await sent(from);
	slot.accepted();
	return slot;
}

/** Whether one more create may be sent within a second. */
export function maySend(from = queue(), use = TASK): Promise<boolean> {
	return from.slot(use).acquire(undefined, time.now() + 1_000);
}

/** How long somebody who comes now is kept waiting. */
export async function waitOf(from = queue()): Promise<number> {
	const begun = time.now();
	(await sent(from, CREATE)).release();
	return time.now() - begun;
}

/** A service that takes this many tasks refuses one more. */
export async function fill(slots: number): Promise<Slot[]> {
	const tasks: Slot[] = [];
	for (let n = 0; n < slots; n++) tasks.push(await accepted());
	(await sent()).refused(FULL);
	return tasks;
}

/** Notes when each of some creates leaves. */
export function leaving(count: number, answerMs: number): Promise<number[]> {
	return Promise.all(
		Array.from({ length: count }, async () => {
			const slot = await sent();
			const at = time.now();
			await time.sleep(answerMs);
			slot.accepted();
			return at;
		}),
	);
}
