import { createRateLimiter, type RateLimiter } from '../../../client/index';
import { clock } from '../time/clock';
import { processMemory } from './processMemory';

const idle = processMemory.section<RateLimiter>('rateLimiters');
const inUse = processMemory.inUse<{ readonly limiter: RateLimiter; users: number }>(
	'limitersInUse',
);

/**
 * The rate limiter of all executions of an account in this process. Between executions it's kept in
 * the memory of the process, which may forget it: no task is under way then, and a handful of
 * refused creates teaches a new one the limits of the service.
 */
export function shareLimiter(account: string) {
	const used = inUse.get(account) ?? {
		limiter: idle.get(account) ?? createRateLimiter(clock),
		users: 0,
	};
	used.users += 1;
	inUse.set(account, used);

	function release(): void {
		used.users -= 1;
		if (used.users > 0) return;
		inUse.delete(account);
		idle.set(account, used.limiter);
	}

	return { limiter: used.limiter, release };
}
