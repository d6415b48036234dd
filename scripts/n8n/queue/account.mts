import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Account = { readonly uid: number; readonly gid: number };

const run = promisify(execFile);

/**
 * The user that runs PostgreSQL, which doesn't run as root: the one that its package created. Other
 * callers run it as themselves.
 */
export async function postgresAccount(): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => run('id', [what, 'postgres'])));
	return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
