import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { takenOut, type Rule } from './rule.mts';

/** Code that a removal leaves unused is not an error. */
const LENIENT: ts.CompilerOptions = { noUnusedLocals: false, noUnusedParameters: false };

/**
 * The compiler's errors in files with a removed rule, by rule. A removal that doesn't compile makes
 * its test fail for another reason than the rule.
 */
export function compileErrors(rules: readonly Rule[]): ReadonlyMap<Rule, readonly string[]> {
	const errorsWithout = createChecker();
	const found = new Map<Rule, readonly string[]>();
	for (const wave of inWaves(rules)) {
		for (const [rule, errors] of errorsWithout(wave)) {
			// In a wave it may have suffered from another removal.
			found.set(rule, errors.length > 0 ? (errorsWithout([rule]).get(rule) ?? []) : []);
		}
	}
	return found;
}

/** Rules of different files are checked together: a new program for each one takes too long. */
function inWaves(rules: readonly Rule[]): Rule[][] {
	const waves: Rule[][] = [];
	for (const rule of rules) {
		const free = waves.find((wave) => wave.every(({ file }) => file !== rule.file));
		if (free) free.push(rule);
		else waves.push([rule]);
	}
	return waves;
}

function createChecker() {
	const { fileNames, options } = shippedConfig();
	const replaced = new Map<string, string>();
	let version = 0;
	const versions = new Map<string, number>();
	const service = ts.createLanguageService({
		...ts.sys,
		useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
		getCompilationSettings: () => ({ ...options, ...LENIENT }),
		getScriptFileNames: () => fileNames,
		getProjectVersion: () => String(version),
		getScriptVersion: (path) => String(versions.get(path) ?? 0),
		getScriptSnapshot: (path) => {
			const text = replaced.get(path) ?? ts.sys.readFile(path);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getDefaultLibFileName: ts.getDefaultLibFilePath,
	});

	return (wave: readonly Rule[]): Map<Rule, readonly string[]> => {
		version += 1;
		const paths = [...replaced.keys(), ...wave.map(({ file }) => resolve(file))];
		replaced.clear();
		for (const path of paths) versions.set(path, version);
		for (const rule of wave)
			replaced.set(resolve(rule.file), takenOut(rule, readFileSync(rule.file, 'utf8')));
		return new Map(wave.map((rule) => [rule, errorsIn(service, resolve(rule.file))]));
	};
}

function shippedConfig(): ts.ParsedCommandLine {
	const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: unknown };
	return ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
}

function errorsIn(service: ts.LanguageService, path: string): string[] {
	const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
	return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
