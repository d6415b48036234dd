/** Processor time of a piece of work, which other work on the machine lengthens much less than the clock. */
export function cpuSeconds(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	return secondsSince(before);
}

export async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	return secondsSince(before);
}

function secondsSince(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}
