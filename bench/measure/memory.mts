import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const RESET_PEAK = '5';
/** Earlier garbage is collected in the meantime, or never. */
const REST_MS = 2_000;

/**
 * How much more memory a process needs at most while something happens, in bytes: its peak resident
 * set (VmHWM, set back beforehand) minus its resident set before. Linux only.
 */
export async function peakGrowth<Result>(
	pid: number,
	happening: () => Promise<Result>,
): Promise<{ readonly growth: number; readonly result: Result }> {
	await sleep(REST_MS);
	await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
	const before = await sizeOf(pid, 'VmRSS');
	const result = await happening();
	return { growth: (await sizeOf(pid, 'VmHWM')) - before, result };
}

/** In bytes. */
async function sizeOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
	return Number(kilobytes) * 1024;
}
