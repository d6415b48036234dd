const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Counts events of the last hour. */
export type HourlyCount = {
	/** Events within the last 60 to 61 minutes. */
	readonly count: () => number;
	/** @returns takes the event back */
	readonly add: () => () => void;
};

/**
 * Counts by the minute, so that it stays small however many events there are. An event counts until
 * its minute is an hour old.
 * @param now the clock's monotonic time
 */
export function createHourlyCount(now: () => number): HourlyCount {
	const byMinute = new Map<number, number>();
	const minuteNow = () => Math.floor(now() / MINUTE_MS);

	function change(minute: number, by: number): void {
		byMinute.set(minute, Math.max((byMinute.get(minute) ?? 0) + by, 0));
	}

	return {
		count() {
			const oldest = minuteNow() - MINUTES;
			for (const minute of byMinute.keys()) if (minute < oldest) byMinute.delete(minute);
			return [...byMinute.values()].reduce((sum, events) => sum + events, 0);
		},
		add() {
			const minute = minuteNow();
			change(minute, 1);
			return () => change(minute, -1);
		},
	};
}
