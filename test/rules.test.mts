import { spawnSync } from 'node:child_process';
import { problemsOf } from '../scripts/rules/problems.mts';
import { readRules, type Rule } from '../scripts/rules/rule.mts';

const [sound] = readRules() as [Rule];
const unfit: ReadonlyArray<readonly [string, Partial<Rule>, RegExp]> = [
	['a file that is gone', { file: 'client/gone.ts' }, /contains the code 0 times/],
	['code that is gone', { code: 'once upon a time' }, /contains the code 0 times/],
	['code that occurs twice', { code: 'const' }, /contains the code \d+ times/],
	['a removal that does not compile', { without: 'nothing.is("here");' }, /does not compile/],
	['a test file that is gone', { test: 'test/gone' }, /no test file matches/],
	['a test that is gone', { name: 'once upon a time' }, /no test of .* matches/],
];
const wrong = unfit.map(
	([what, change, complaint]) => [what, { ...sound, ...change }, complaint] as const,
);
const problems = problemsOf([sound, ...wrong.map(([, rule]) => rule)]);

it('a valid rule has no complaints', () => {
	expect(problems.get(sound)).toEqual([]);
});

describe('it complains about', () => {
	it.each(wrong)('%s', (_, rule, complaint) => {
		expect(problems.get(rule)).toEqual([expect.stringMatching(complaint)]);
	});
});

it("proving some rules doesn't overwrite the page of all rules", () => {
	const args = ['--import', 'tsx', 'scripts/proveRules.mts', '--only', 'Money', '--write'];
	const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

	expect(stderr).toContain('--write needs all rules');
	expect(status).toBe(1);
});
