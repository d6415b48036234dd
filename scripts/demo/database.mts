import { join } from 'node:path';
import { saveCredential, type Credential } from '../n8n/credentials.mts';
import { startPostgres, type Database } from '../n8n/queue/postgres.mts';
import { findPostgres } from '../n8n/queue/programs.mts';
import type { Rest } from '../n8n/rest.mts';

/**
 * The PostgreSQL of the work queue, with its data beside n8n's.
 * @returns undefined if none is installed, or if it can't start: nothing else needs it
 */
export async function startDatabase(userFolder: string): Promise<Database | undefined> {
	const programs = await findPostgres();
	if (programs === undefined) return undefined;
	return startPostgres(programs, join(userFolder, 'postgres')).catch(() => undefined);
}

/** The credential of Postgres nodes for it. */
export function saveDatabase(rest: Rest, { port, user, database }: Database): Promise<Credential> {
	const data = { host: '127.0.0.1', port, database, user, password: 'not asked for' };
	return saveCredential(rest, { name: 'Jobs', type: 'postgres', data });
}
