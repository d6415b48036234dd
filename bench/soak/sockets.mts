import { readdir, readFile, readlink } from 'node:fs/promises';

/** The status "listen" of /proc/net/tcp; every other one belongs to a connection. */
const LISTENING = '0A';

/** How many connections of a process lead to these ports of this machine. Linux only. */
export async function socketsTo(pid: number, ports: readonly number[]): Promise<number> {
	const own = await inodesOf(pid);
	const tables = await Promise.all(['tcp', 'tcp6'].map((table) => rowsOf(pid, table)));
	return tables
		.flat()
		.filter(
			({ state, port, inode }) => state !== LISTENING && ports.includes(port) && own.has(inode),
		).length;
}

async function inodesOf(pid: number): Promise<ReadonlySet<string>> {
	const descriptors = await readdir(`/proc/${pid}/fd`);
	const targets = await Promise.all(
		// It may be closed by now.
		descriptors.map((each) => readlink(`/proc/${pid}/fd/${each}`).catch(() => '')),
	);
	return new Set(targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
}

type Row = { readonly state: string; readonly port: number; readonly inode: string };

/**
 * Columns: number, local host, remote host, status, queues, timers, retransmits, user, timeout,
 * inode.
 */
async function rowsOf(pid: number, table: string): Promise<readonly Row[]> {
	const text = await readFile(`/proc/${pid}/net/${table}`, 'utf8');
	const lines = text.trim().split('\n').slice(1);
	return lines.map((line) => {
		const columns = line.trim().split(/\s+/);
		const port = parseInt(columns[2]?.split(':')[1] ?? '', 16);
		return { state: columns[3] ?? '', port, inode: columns[9] ?? '' };
	});
}
