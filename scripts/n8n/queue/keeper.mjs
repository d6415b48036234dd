/**
 * Runs one program, and ends it when asked to (SIGTERM) or when the process that started this one is
 * gone, however that ended.
 *
 * Usage: node keeper.mjs '{"program": "...", "args": [], "cwd": "...", "uid": 1, "gid": 1}'
 */
import { spawn } from 'node:child_process';

const FORCE_AFTER_MS = 10_000;

const { program, args, ...options } = JSON.parse(process.argv[2]);
const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });

function end() {
	// For PostgreSQL a fast shutdown: SIGTERM would wait for its clients.
	child.kill('SIGINT');
	setTimeout(() => child.kill('SIGKILL'), FORCE_AFTER_MS).unref();
}

process.once('SIGTERM', end);
process.once('disconnect', end);
child.once('error', (error) => {
	console.error(String(error));
	process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
