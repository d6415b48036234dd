import { readdir, readFile } from 'node:fs/promises';

type Stat = { readonly parent: number; readonly ms: number };

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_PER_TICK = 10;
/** Positions behind the name of the program: of its parent, and of the four times. */
const PARENT = 1;
const [USER_TIME, END_OF_TIMES] = [11, 15];

/** The milliseconds that processes, and those that they started, used while something happened. */
export async function processorTimeOf<Result>(
	pids: readonly number[],
	happening: () => Promise<Result>,
): Promise<{ readonly used: number; readonly result: Result }> {
	const before = await timeOf(pids);
	const result = await happening();
	return { used: (await timeOf(pids)) - before, result };
}

/** Since each was started. Children that have ended count for their parents, if those took note. */
async function timeOf(pids: readonly number[]): Promise<number> {
	const stats = await allStats();
	const ofTree = (pid: number): number => {
		const children = [...stats].filter(([, { parent }]) => parent === pid);
		return (stats.get(pid)?.ms ?? 0) + sum(children.map(([child]) => ofTree(child)));
	};
	return sum(pids.map(ofTree));
}

async function allStats(): Promise<ReadonlyMap<number, Stat>> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const stats = await Promise.all(
		names.map(async (name) => [Number(name), await statOf(name)] as const),
	);
	return new Map(stats.flatMap(([pid, stat]) => (stat ? [[pid, stat] as const] : [])));
}

/** Undefined if it has ended in the meantime. */
async function statOf(pid: string): Promise<Stat | undefined> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
	// The name, in parentheses, may contain anything.
	const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
	if (!fields) return undefined;
	const ticks = fields.slice(USER_TIME, END_OF_TIMES).map(Number);
	return { parent: Number(fields[PARENT]), ms: sum(ticks) * MS_PER_TICK };
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
