import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHANGELOG = `# Changelog

## 1.1.0 (unreleased)

- Later.

## 1.0.1 (2026-02-03)

- One thing.
- Another.

## 1.0.0 (2026-01-02)

- First.
`;
const folder = mkdtempSync(join(tmpdir(), 'changelog-'));
const file = join(folder, 'CHANGELOG.md');

beforeAll(() => writeFileSync(file, CHANGELOG));
afterAll(() => rmSync(folder, { recursive: true }));

function notesOf(version: string) {
	const args = ['scripts/notesOfRelease.mjs', version, file];
	return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

it('the release notes of a version are the lines below its heading', () => {
	expect(notesOf('1.0.1')).toMatchObject({ status: 0, stdout: '- One thing.\n- Another.\n' });
	expect(notesOf('1.0.0')).toMatchObject({ status: 0, stdout: '- First.\n' });
});

it('a version that has no date, or no section, is not released', () => {
	expect(notesOf('1.1.0')).toMatchObject({
		status: 1,
		stderr: expect.stringContaining('No date in "1.1.0 (unreleased)"'),
	});
	expect(notesOf('1.0')).toMatchObject({
		status: 1,
		stderr: expect.stringContaining('says nothing of 1.0'),
	});
});
