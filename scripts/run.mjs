/**
 * Runs a command of commands.mjs: `node scripts/run.mjs <command> [options]`.
 *
 * Answers --help and wrong options at once, then installs what the command needs. Built-in modules
 * only, because nothing is installed on a fresh clone.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readOptions, usage } from './commandLine.mjs';
import { COMMANDS } from './commands.mjs';
import { requireNode } from './setup/requireNode.mjs';
import { setUp } from './setup/setUp.mjs';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

async function run(name, args) {
	if (!Object.hasOwn(COMMANDS, name)) {
		const names = Object.keys(COMMANDS).join(', ');
		throw new Error(`Name a command: ${names}. Each of them answers --help.`);
	}
	const command = COMMANDS[name];
	const { file, needsN8n, options, usageFile } = command;
	if (args.includes('--help') || args.includes('-h')) {
		const read = () => readFileSync(join(projectFolder, usageFile), 'utf8');
		return process.stdout.write(usageFile ? read() : usage(name, command));
	}
	requireNode(projectFolder);
	const values = options && readOptions(args, options);
	await setUp(projectFolder, { n8n: typeof needsN8n === 'function' ? needsN8n(values) : needsN8n });
	const { register } = await import('tsx/esm/api');
	register();
	// As if it had been started by itself.
	process.argv.splice(1, 2, file);
	const { default: start } = await import(pathToFileURL(join(projectFolder, file)).href);
	await start?.(values);
}

const [name, ...args] = process.argv.slice(2);
await run(name, args).catch((error) => {
	// A sentence is what a user can act on. Whoever works on the command sets DEBUG.
	console.error(process.env.DEBUG ? error : error.message);
	process.exitCode = 1;
});
