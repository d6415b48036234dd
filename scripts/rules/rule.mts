import { existsSync, readFileSync } from 'node:fs';

/** A rule of scripts/rules.json, with the code that keeps it and the test that guards it. */
export type Rule = {
	readonly rule: string;
	readonly file: string;
	/** A piece of the file that occurs exactly once. */
	readonly code: string;
	/** Its replacement. */
	readonly without: string;
	/** A pattern of test files. */
	readonly test: string;
	/** Of the tests in them, those whose names match. */
	readonly name: string;
};

/** All rules of the project. */
export function readRules(): readonly Rule[] {
	return JSON.parse(readFileSync('scripts/rules.json', 'utf8')) as readonly Rule[];
}

/** How often the code of a rule occurs in its file. It should be once. */
export function timesFound({ file, code }: Rule): number {
	return existsSync(file) ? readFileSync(file, 'utf8').split(code).length - 1 : 0;
}

/** The source without the code of a rule. */
export function takenOut({ code, without }: Rule, source: string): string {
	return source.replace(code, () => without);
}
