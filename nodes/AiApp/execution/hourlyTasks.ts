import { createHourlyCount, type HourlyCount } from '../../../client/index';
import { clock } from '../transport/clock';

/**
 * Not in the memory of the process, which may forget: then a limit would begin anew. It's bounded by
 * the accounts that create tasks within an hour.
 */
const counts = new Map<string, HourlyCount>();

/**
 * How many tasks the executions of an account have created in this process within the hour. To be
 * used at once: a count of nothing is given up when another account asks.
 */
export function hourlyTasks(account: string): HourlyCount {
	for (const [other, { count }] of counts)
		if (other !== account && count() === 0) counts.delete(other);
	const known = counts.get(account) ?? createHourlyCount(clock.now);
	counts.set(account, known);
	return known;
}
