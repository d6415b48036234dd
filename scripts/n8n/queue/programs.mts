import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** What n8n's queue mode needs beside n8n. */
export type Programs = {
	readonly redisServer: string;
	/** The folder of initdb, postgres and pg_isready. */
	readonly postgresFolder: string;
};

export type Surroundings = {
	/** Folders, as in the variable PATH. */
	readonly path: string;
	/**
	 * The folders of Debian and Ubuntu for PostgreSQL, one for each version, none of them on PATH.
	 */
	readonly postgresVersions: string;
};

const HERE: Surroundings = {
	path: process.env['PATH'] ?? '',
	postgresVersions: '/usr/lib/postgresql',
};

/** @throws when one is not installed; the message names the packages */
export async function findPrograms({ path, postgresVersions }: Surroundings = HERE) {
	const redisFolder = await firstWith('redis-server', path.split(delimiter));
	const postgresFolder = await findPostgres({ path, postgresVersions });
	if (redisFolder === undefined || postgresFolder === undefined) {
		const missing = [
			...(redisFolder === undefined ? ['redis-server'] : []),
			...(postgresFolder === undefined ? ['postgresql'] : []),
		];
		throw new Error(
			`n8n's queue mode needs Redis and PostgreSQL. Install: apt-get install ${missing.join(' ')}`,
		);
	}
	return { redisServer: join(redisFolder, 'redis-server'), postgresFolder } satisfies Programs;
}

/** The folder of PostgreSQL's programs, the latest first; undefined when it isn't installed. */
export async function findPostgres({ path, postgresVersions }: Surroundings = HERE) {
	const versions = (await readdir(postgresVersions).catch(() => [])).sort(
		(one, other) => Number(other) - Number(one),
	);
	const ofVersions = versions.map((version) => join(postgresVersions, version, 'bin'));
	return firstWith('initdb', [...ofVersions, ...path.split(delimiter)]);
}

/** @throws when it isn't installed; the message names the package */
export async function findHaproxy({ path }: Surroundings = HERE): Promise<string> {
	// Debian's folder for servers isn't on the PATH of every user.
	const folder = await firstWith('haproxy', [...path.split(delimiter), '/usr/sbin']);
	if (folder !== undefined) return join(folder, 'haproxy');
	throw new Error('Several webhook processes need HAProxy. Install: apt-get install haproxy');
}

async function firstWith(program: string, folders: readonly string[]): Promise<string | undefined> {
	for (const folder of folders) {
		const isThere = await access(join(folder, program), constants.X_OK).then(
			() => true,
			() => false,
		);
		if (isThere) return folder;
	}
	return undefined;
}
