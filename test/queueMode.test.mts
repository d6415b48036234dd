import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../scripts/n8n/queue/programs.mts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'programs-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An executable file at a path in the folder. */
function program(...path: readonly string[]): void {
	mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
	writeFileSync(join(folder, ...path), '', { mode: 0o755 });
}

function find() {
	return findPrograms({ path: join(folder, 'bin'), postgresVersions: join(folder, 'versions') });
}

describe('the programs of queue mode', () => {
	it.each([
		['either of them', [], 'apt-get install redis-server postgresql'],
		['PostgreSQL', [['bin', 'redis-server']], 'apt-get install postgresql'],
		['Redis', [['versions', '15', 'bin', 'initdb']], 'apt-get install redis-server'],
	])('without %s the message names what to install', async (_, present, advice) => {
		for (const path of present) program(...path);

		await expect(find()).rejects.toThrow(new RegExp(`${advice}$`));
	});

	it('the newest PostgreSQL of several is taken', async () => {
		program('bin', 'redis-server');
		for (const version of ['9.6', '15', '17']) program('versions', version, 'bin', 'initdb');

		expect(await find()).toEqual({
			redisServer: join(folder, 'bin', 'redis-server'),
			postgresFolder: join(folder, 'versions', '17', 'bin'),
		});
	});

	it('a PostgreSQL on PATH will do', async () => {
		program('bin', 'redis-server');
		program('bin', 'initdb');

		expect((await find()).postgresFolder).toBe(join(folder, 'bin'));
	});
});
