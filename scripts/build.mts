import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds dist/ anew, without a check of types. Prints one line, and what the build printed only if it
 * doesn't succeed.
 * @throws if the sources can't be read
 */
export function buildPackage(projectFolder: string): void {
	// What a command answers is all of its stdout, for programs such as jq.
	console.error('Building the package ...');
	const gulp = join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: projectFolder, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [gulp, 'bundle'], options);
	if (status !== 0) throw new Error(`${stdout}${stderr}The package couldn't be built: see above.`);
}
