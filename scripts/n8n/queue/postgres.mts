import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasEnded, stopProcess } from '../process.mts';
import { waitUntil } from '../waitUntil.mts';
import { postgresAccount, type Account } from './account.mts';
import { keepProgram } from './keptProgram.mts';
import { reservedPort } from './reservedPort.mts';

export type Database = {
	/** The parent of all other processes of this server. */
	readonly pid: number;
	readonly port: number;
	readonly user: string;
	readonly database: string;
	/** All of its rows, as text. */
	dump(): Promise<string>;
	stop(): Promise<void>;
};

const START_TIMEOUT_MS = 60_000;
const MOST_DUMPED_BYTES = 512 * 1024 ** 2;
const USER = 'n8n';
const DATABASE = 'postgres';
const run = promisify(execFile);

/**
 * Starts a PostgreSQL with its own database in `folder`, which is created if it isn't there.
 * @throws if it doesn't accept connections in time
 */
export async function startPostgres(programs: string, folder: string): Promise<Database> {
	const account = await postgresAccount();
	if (!existsSync(join(folder, 'PG_VERSION'))) await initialize(programs, folder, account);
	const port = await reservedPort();
	// The data isn't needed after a power failure.
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const server = keepProgram(
		{
			program: join(programs, 'postgres'),
			args: ['-D', folder, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
			cwd: folder,
			account,
		},
		`${folder}.log`,
	);
	const isReady = () =>
		run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
			() => true,
			() => undefined,
		);
	try {
		await waitUntil(
			'PostgreSQL to accept connections',
			async () => {
				if (hasEnded(server)) throw new Error(`PostgreSQL did not start, see ${folder}.log.`);
				return isReady();
			},
			{ timeoutMs: START_TIMEOUT_MS },
		);
	} catch (error) {
		await stopProcess(server);
		throw error;
	}
	return {
		...{ pid: server.pid ?? 0, port, user: USER, database: DATABASE },
		dump: () => dump(programs, port),
		stop: () => stopProcess(server),
	};
}

async function dump(programs: string, port: number): Promise<string> {
	const args = ['--data-only', '-h', '127.0.0.1', '-p', String(port), '-U', USER, DATABASE];
	const { stdout } = await run(join(programs, 'pg_dump'), args, { maxBuffer: MOST_DUMPED_BYTES });
	return stdout;
}

async function initialize(programs: string, folder: string, account: Account | undefined) {
	await mkdir(folder, { mode: 0o700, recursive: true });
	if (account) await chown(folder, account.uid, account.gid);
	const args = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
	await run(join(programs, 'initdb'), args, { cwd: folder, ...account });
}
