import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newestVersion } from '../../scripts/compatibility/newestVersion.mts';

const TITLE = 'n8n 2.48.5 breaks the package';
const REPORT = { n8n: '2.48.5', node: '24.21.0', passed: 80, failed: ['a run `$(id)`\nfails'] };
const pinned = {
	line: 'pinned',
	n8n: '2.41.1',
	node: '24.21.0',
	beside: {},
	overrides: {},
	env: {},
};

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'gh-'));
	// Notes its arguments, and lists what it is told to list.
	const program = `#!/bin/sh\nprintf '%s\\n' "$@" >> ${folder}/calls\n[ "$2" = list ] && echo "$OPEN" || echo created\n`;
	writeFileSync(join(folder, 'gh'), program);
	chmodSync(join(folder, 'gh'), 0o755);
});

beforeEach(() => writeFileSync(join(folder, 'calls'), ''));
afterAll(() => rmSync(folder, { recursive: true }));

function report(open: ReadonlyArray<{ readonly title: string }>): string {
	const PATH = `${folder}${delimiter}${process.env['PATH']}`;
	const env = { ...process.env, PATH, OPEN: JSON.stringify(open), REPORT: JSON.stringify(REPORT) };
	const { status, stderr } = spawnSync(process.execPath, ['scripts/reportBreak.mjs'], {
		env,
		encoding: 'utf8',
	});
	expect([status, stderr]).toEqual([0, '']);
	return readFileSync(join(folder, 'calls'), 'utf8');
}

describe('a newest n8n that breaks the package', () => {
	it('gets an issue with the tests that failed', () => {
		const calls = report([{ title: 'n8n 2.48.4 breaks the package' }]);

		expect(calls).toContain(`issue\ncreate\n--title\n${TITLE}\n--body\n`);
		expect(calls).toContain('- `a run $(id) fails`');
	});

	it('gets no second one while the first is open', () => {
		expect(report([{ title: TITLE }])).not.toContain('create');
	});

	it("isn't hidden by an issue that someone else opened", () => {
		expect(report([])).toContain('--app\ngithub-actions');
	});
});

describe('the newest version', () => {
	it('is installed like the pinned one', () => {
		expect(newestVersion(pinned, () => '2.48.5\n')).toEqual({
			...pinned,
			line: '2.x, newest on npm',
			n8n: '2.48.5',
		});
	});

	it('is the pinned one if npm has no other', () => {
		expect(newestVersion(pinned, () => '2.41.1\n')).toBe(pinned);
	});

	it.each(['', '2.48', '../2.48.5', '2.48.5-beta.1'])('is not %p', (named) => {
		expect(() => newestVersion(pinned, () => named)).toThrow('npm names no version of n8n');
	});
});
