/**
 * Prints how many milliseconds n8n's own loader spends on a package, and how many of them its thread
 * had a processor, once it has loaded another package: n8n loads its own nodes first, and with them
 * what the loader itself needs.
 * Usage: loadPackage.cjs <folder of n8n> <folder of the other> <folder of the package>
 * Run by n8n's Node.js.
 */
const Module = require('node:module');
const { join } = require('node:path');

const [n8nFolder, otherFolder, packageFolder] = process.argv.slice(2);
const ofN8n = Module.createRequire(join(n8nFolder, 'node_modules', 'n8n', 'package.json'));

// An installed package finds n8n's copy, which n8n has loaded before; here it would find its own.
const itsCopy = ofN8n.resolve('n8n-workflow');
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
	request === 'n8n-workflow' ? itsCopy : resolveFilename(request, ...rest);

ofN8n('reflect-metadata');
const { PackageDirectoryLoader } = ofN8n('n8n-core');

async function load(folder) {
	const begun = process.threadCpuUsage();
	const start = performance.now();
	await new PackageDirectoryLoader(folder).loadAll();
	const wall = performance.now() - start;
	const { user, system } = process.threadCpuUsage(begun);
	return { wall, processor: (user + system) / 1000 };
}

load(otherFolder)
	.then(() => load(packageFolder))
	.then((times) => console.log(JSON.stringify(times)));
