import { existsSync, readFileSync } from 'node:fs';

/** A rule of scripts/rules.json, with the code that keeps it and the test that guards it. */
export type Rule = {
	readonly rule: string;
	readonly file: string;
	/** A piece of the file as it stands there, once. */
	readonly code: string;
	/** What takes its place. */
	readonly without: string;
	/** A pattern of test files. */
	readonly test: string;
	/** Of the tests in them, those whose names match. */
	readonly name: string;
};

/** All rules, as they stand in the project. */
export function readRules(): readonly Rule[] {
	return JSON.parse(readFileSync('scripts/rules.json', 'utf8')) as readonly Rule[];
}

/** How often the code of a rule stands in its file. It is to be once. */
export function timesFound({ file, code }: Rule): number {
	return existsSync(file) ? readFileSync(file, 'utf8').split(code).length - 1 : 0;
}

/** The source that holds the code of a rule, without the rule. */
export function takenOut({ code, without }: Rule, source: string): string {
	return source.replace(code, () => without);
}
