import { spawnSync } from 'node:child_process';

test('the diagram of the architecture shows the imports', () => {
	const { stdout, status } = spawnSync(process.execPath, ['test/architecture/draw.mjs'], {
		encoding: 'utf8',
	});

	expect(status).toBe(0);
	expect(stdout).toMatchFile('docs/development/architecture.svg');
});
