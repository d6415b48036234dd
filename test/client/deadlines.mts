import type { Clock } from '../../client/ports';
import { deadlineIn, type Deadline } from '../../client/resilience/deadline';

/** For what isn't to end at a limit. */
export function inAnHour({ clock }: { readonly clock: Clock }): Deadline {
	return deadlineIn(clock, 60 * 60_000);
}
