import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_PER_TICK = 10;
/** Positions behind the name of the program, of user time and system time. */
const [USER, SYSTEM] = [11, 12];

/** The milliseconds that processes have used together since they were started. */
export async function processorTime(pids: readonly number[]): Promise<number> {
	const times = await Promise.all(pids.map(timeOf));
	return times.reduce((sum, ms) => sum + ms, 0);
}

async function timeOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The name, in parentheses, may contain anything.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[USER]) + Number(fields[SYSTEM])) * MS_PER_TICK;
}
