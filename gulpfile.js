const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

/** Empties dist, so that a file removed from the sources does not go on shipping. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** TypeScript, and the JSON beside it: node.json (codex) and the output schemas. */
function compile() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc')], { stdio: 'inherit' });
}

/** Only icons/ ships: `n8n-node build` would copy every picture of the repository. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

exports.build = series(clean, compile, icons);
