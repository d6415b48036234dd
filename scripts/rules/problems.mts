import { compileErrors } from './compileErrors.mts';
import { timesFound, type Rule } from './rule.mts';
import { testFiles, titlesIn } from './testTitles.mts';

/** Why taking a rule out would prove nothing, by rule; a rule that is fit for a proof has no reasons. */
export function problemsOf(rules: readonly Rule[]): ReadonlyMap<Rule, readonly string[]> {
	const standing = rules.filter((rule) => timesFound(rule) === 1);
	const errors = compileErrors(standing);
	const testProblem = createTestCheck();
	return new Map(
		rules.map((rule) => [
			rule,
			[
				...staleness(rule),
				...testProblem(rule),
				...(errors.get(rule) ?? []).map((error) => `${rule.file} does not compile: ${error}`),
			],
		]),
	);
}

function staleness(rule: Rule): string[] {
	const times = timesFound(rule);
	return times === 1 ? [] : [`${rule.file} contains the code ${times} times: ${rule.code}`];
}

function createTestCheck() {
	const files = testFiles();
	const titles = new Map<string, readonly string[]>();
	const titlesOf = (file: string): readonly string[] => {
		const known = titles.get(file) ?? titlesIn(file);
		titles.set(file, known);
		return known;
	};

	return ({ test, name }: Rule): string[] => {
		const matching = files.filter((file) => new RegExp(test).test(file));
		if (matching.length === 0) return [`no test file matches /${test}/`];
		// As jest reads it.
		const named = new RegExp(name, 'i');
		if (matching.some((file) => titlesOf(file).some((title) => named.test(title)))) return [];
		return [`no test of ${matching.join(', ')} matches /${name}/`];
	};
}
