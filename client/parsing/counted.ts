/** A count with its noun: "1 item", "2 items". */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A limit of time in words; seconds where it's below two minutes. */
export function durationText(ms: number): string {
	return ms < 120_000
		? counted(Math.round(ms / 100) / 10, 'second')
		: counted(Math.round(ms / 6_000) / 10, 'minute');
}
