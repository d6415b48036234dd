const { spawn } = require('node:child_process');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const { dirname } = require('node:path');
const { build } = require('esbuild');
const { dest, series, src } = require('gulp');

/** Of the sources: what n8n supports of the language. */
const SETTINGS = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'es2021',
	external: ['n8n-workflow'],
};
const NODES = ['AiApp', 'AiAppTrigger'];

/** Empties dist, so that a file removed from the sources does not go on shipping. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

function checkTypes() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/**
 * Joins modules into one file. esbuild escapes what isn't ASCII in texts, but not in regular expressions.
 * A single such letter makes V8 hold the whole file with two bytes for each letter. Lines begin with
 * tabs, as in the sources, because the spaces of esbuild are twice as many.
 */
async function bundle(options) {
	const { outputFiles } = await build({ ...SETTINGS, ...options, write: false });
	for (const { path, text } of outputFiles) {
		const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
		await mkdir(dirname(path), { recursive: true });
		const indented = text.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
		await writeFile(path, indented.replace(/[^\0-\x7f]/g, escape));
	}
}

/**
 * The nodes share one file: n8n loads it in less than half the time of the hundred and sixty that it
 * is made of, and it is smaller (docs/development/decisions/011-one-file.md). Readable as it is, not minified.
 */
async function bundleNodes() {
	const all = NODES.map((name) => `export { ${name} } from './${name}.node';`);
	await bundle({
		stdin: { contents: all.join('\n'), resolveDir: 'nodes/AiApp', sourcefile: 'nodes.ts' },
		outfile: 'dist/nodes/AiApp/nodes.js',
	});
	for (const name of NODES) {
		const entry = `exports.${name} = require('./nodes').${name};\n`;
		await writeFile(`dist/nodes/AiApp/${name}.node.js`, entry);
	}
}

function bundleCredential() {
	const name = 'credentials/AiAppApi.credentials';
	return bundle({ entryPoints: [`${name}.ts`], outfile: `dist/${name}.js` });
}

/** What n8n reads beside the nodes: node.json (codex) and the output schemas. */
function records() {
	return src('nodes/**/*.json').pipe(dest('dist/nodes'));
}

/** Only icons/ ships: `n8n-node build` would copy every picture of the repository. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** What tests and the demo run: their types are checked by `npm run lint`. */
exports.bundle = series(clean, bundleNodes, bundleCredential, records, icons);
exports.build = series(checkTypes, exports.bundle);
