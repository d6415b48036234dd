import { spawnSync } from 'node:child_process';

/** Writes what tests work out: the output schemas of the node, the tables of errors and faults. */
const tests = 'nodes/(schemas|triggerSchema)|client/(errors/errorTable|faultMatrix/document)';
const { status } = spawnSync(
	process.execPath,
	['node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--testPathPatterns', tests],
	{ stdio: 'inherit', env: { ...process.env, REWRITE_GENERATED: '1' } },
);
process.exitCode = status ?? 1;
