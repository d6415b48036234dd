/** More at a time would take from each other what they need to be done in time. */
const AT_ONCE = 5;

let busy = 0;
const waiting: Array<(hasTurn: boolean) => void> = [];

/**
 * Lets a few callbacks of this process be looked into at once. The newest of those that wait goes
 * first, because it has the most time left: in a storm some are done, and the service repeats the
 * others, where otherwise all would come too late.
 * @returns nothing when `limit` ends before the work could begin
 */
export async function inTurn<Result>(
	limit: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	if (!(await hasTurn(limit))) return undefined;
	try {
		return await work();
	} finally {
		passOn();
	}
}

function hasTurn(limit: AbortSignal): Promise<boolean> | boolean {
	if (limit.aborted) return false;
	if (busy < AT_ONCE) {
		busy += 1;
		return true;
	}
	return new Promise((resolve) => {
		waiting.push(resolve);
		const giveUp = () => {
			const place = waiting.indexOf(resolve);
			if (place >= 0) waiting.splice(place, 1);
			resolve(false);
		};
		limit.addEventListener('abort', giveUp, { once: true });
	});
}

function passOn(): void {
	const next = waiting.pop();
	if (next) next(true);
	else busy -= 1;
}
