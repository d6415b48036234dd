import { spawnSync } from 'node:child_process';
import { CASES } from '../../bench/cases/cases.mts';

function ended(...args: string[]): object {
	const command = ['scripts/run.mjs', ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		encoding: 'utf8',
		// A command that starts after all would run for hours.
		timeout: 30_000,
	});
	return { status, stdout, stderr };
}

it.each([
	[[], /^Name a command: demo, emulator, bench, .*, scan\. Each of them answers --help\.\n$/],
	[['nope'], /^Name a command: demo, emulator, bench, .*, scan\. Each of them answers --help\.\n$/],
	[['toString'], /^Name a command: /],
	[['demo', '--output', 'x'], /^--output needs --once\. See --help\.\n$/],
	[['demo', '--output'], /^--output takes a text\. See --help\.\n$/],
	[['bench', '--case', 'x'], /^--case takes lag, .*, size, not "x"\. See --help\.\n$/],
	[['bench:queue', '--executions', '-3'], /^--executions takes a number above 0\. See --help\.\n$/],
	[['bench:queue', '--nope'], /^Unknown option '--nope'\. See --help\.\n$/],
	[['prove', '--only', 'zzz'], /^No rule or file contains "zzz"\.\n$/],
])('%j is rejected in one line', (args, stderr) => {
	expect(ended(...args)).toEqual({
		...{ status: 1, stdout: '' },
		stderr: expect.stringMatching(stderr),
	});
});

it('the help of the benchmark names all cases', () => {
	const names = Object.keys(CASES).join(', ');

	expect(ended('bench', '--help')).toMatchObject({
		...{ status: 0, stderr: '' },
		stdout: expect.stringContaining(`By default all of them: ${names}.`),
	});
});
