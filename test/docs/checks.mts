import { join } from 'node:path';

export type Repository = {
	/** By a path from its root. */
	readonly exists: (path: string) => boolean;
	readonly read: (path: string) => string;
	/** The files that may be named without their folder. */
	readonly files: readonly string[];
};

const TOP_FOLDER =
	/^(client|credentials|nodes|emulator|test|scripts|workflows|docs|bench|n8n|\.ci|\.github)\//;
const FILE_NAME = /^[\w.-]+(\/[\w.-]+)*\.(ts|mts|mjs|cjs|js|json|md|yml)$/;
const TEST_FILE = /`(test\/[^`]+\.test\.mts)`((?:,? "[^"]+")*)/g;

/** Names of files and folders, in back quotes, that are nowhere. */
export function missingPaths({ exists, files }: Repository, text: string): string[] {
	return matches(withoutBlocks(text), /`([^`\n]+)`/g).filter((path) => {
		if (TOP_FOLDER.test(path)) return !exists(path) && !exists(`${path}.ts`);
		const isKnown = exists(path) || files.some((file) => file.endsWith(`/${path}`));
		return FILE_NAME.test(path) && !isKnown;
	});
}

/** Names of tests, in double quotes behind their file, that the file does not give to a test. */
export function missingTests({ exists, read }: Repository, text: string): string[] {
	return [...text.matchAll(TEST_FILE)].flatMap(([, path = '', names = '']) => {
		const source = exists(path) ? read(path) : '';
		return matches(names, /"([^"]+)"/g)
			.filter((name) => !isTestOf(source, name))
			.map((name) => `${path}: ${name}`);
	});
}

/** Targets of relative links, seen from the folder of the document, that are nowhere. */
export function brokenLinks({ exists }: Repository, folder: string, text: string): string[] {
	return matches(withoutBlocks(text), /\]\(([^)\s]+)\)/g)
		.filter((target) => !/^([a-z]+:|#)/.test(target))
		.filter((target) => !exists(join(folder, target.replace(/#.*/, ''))));
}

/**
 * The name is the first argument of `it` and the like, or of a function that their `each` returns,
 * or begins a row of a table.
 */
export function isTestOf(source: string, name: string): boolean {
	const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return new RegExp(`((\\b(it|test|describe)|\\))\\(|\\[)\\s*['"\`]${literal}['"\`],`).test(source);
}

function withoutBlocks(text: string): string {
	return text.replace(/^```[^]*?^```/gm, '');
}

function matches(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, group = '']) => group);
}
