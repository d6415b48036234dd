import { dirname } from 'node:path';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { oneMeaning } from './oneMeaning.mjs';
import { ownMembers } from './ownMembers.mjs';
import * as not from './selectors.mjs';

const shipped = ['client/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];
const unshipped = ['emulator/**/*.mts', 'scripts/**/*.mts', 'bench/**/*.mts'];
const tests = ['test/**/*.mts'];
/** Files with a sequence, such as create, wait and record: its order shows only as long as it's whole. */
const sequences = ['client/tasks/{createOnce,runTask}.ts'];
const meaninglessNames = ['', '/**/*'].map(
	(inside) => `**/{[uU]til{,s},[hH]elper{,s},[cC]ommon,[mM]isc,[gG]eneric}${inside}{,.*}.{ts,mts}`,
);

/** The selectors that must not match in `files`, without those that these files are there for. */
function syntax(files, selectors, ...without) {
	const restricted = selectors.filter((each) => !without.includes(each));
	return { files, rules: { 'no-restricted-syntax': ['error', ...restricted] } };
}

function maxLines(files, max) {
	return {
		files,
		rules: { 'max-lines': ['error', { max, skipBlankLines: false, skipComments: false }] },
	};
}

export default tseslint.config(
	{ ignores: ['dist/', 'n8n/', 'coverage/', '.*/'] },
	{ linterOptions: { noInlineConfig: true } },
	{
		files: [...shipped, ...unshipped, ...tests],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: {
			parserOptions: {
				project: './tsconfig.dev.json',
				tsconfigRootDir: dirname(import.meta.dirname),
			},
		},
		rules: {
			complexity: ['error', 15],
			eqeqeq: 'error',
			'max-depth': ['error', 3],
			'no-warning-comments': 'error',
			'@typescript-eslint/consistent-type-definitions': ['error', 'type'],
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
		},
	},
	{
		files: [...shipped, ...unshipped],
		rules: { 'max-lines-per-function': ['error', { max: 40 }] },
	},
	{
		files: sequences,
		rules: { 'max-lines-per-function': ['error', { max: 60 }] },
	},
	{
		// It reads foreign texts: in time that grows with their length, not with its square.
		files: shipped,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
	{
		files: shipped,
		plugins: { house: { rules: { 'one-meaning': oneMeaning, 'own-members': ownMembers } } },
		rules: { 'house/one-meaning': 'error', 'house/own-members': 'error' },
	},
	{
		files: shipped,
		rules: {
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
			'no-restricted-globals': [
				'error',
				...['Timeout', 'Interval', 'Immediate'].flatMap((kind) => [`set${kind}`, `clear${kind}`]),
				...['process', 'console', 'global', 'globalThis', 'fetch', '__dirname', '__filename'],
			],
			'no-restricted-imports': ['error', { name: 'crypto', message: "It is 'node:crypto' here." }],
		},
	},
	{
		files: ['client/**/*.ts'],
		rules: {
			'no-restricted-properties': [
				'error',
				{ object: 'Date', property: 'now' },
				{ object: 'Math', property: 'random' },
				{ object: 'performance', property: 'now' },
			],
		},
	},
	syntax(['credentials/**/*.ts'], not.inShipped),
	syntax(['client/**/*.ts'], not.inClient),
	syntax(['client/settle.ts'], not.inClient, not.noCatch),
	// These two pass on what was put together elsewhere.
	syntax(['client/errors/AiAppError.ts'], not.inClient, ...not.foreignWords),
	syntax(['nodes/**/*.ts'], not.inNodes),
	syntax(['nodes/AiApp/io/progress.ts'], not.inNodes, ...not.foreignWords),
	syntax(['nodes/AiApp/io/errors.ts'], not.inNodes, not.noN8nError),
	// Kinds of errors look like fields of items.
	syntax(['nodes/AiApp/{io/items,words}/*.ts'], not.inNodes, not.noItemField),
	syntax(['nodes/AiApp/facts/panelError.ts'], not.inNodes, ...not.foreignWords),
	syntax(
		['nodes/AiApp/memory/processMemory.ts', 'nodes/AiApp/memory/ofObject.ts'],
		not.inNodes,
		not.noStore,
	),
	syntax(
		['transport/http', 'actions/router'].map((file) => `nodes/AiApp/${file}.ts`),
		not.inNodes,
		not.noCatch,
	),
	syntax(tests, not.inTests),
	syntax(unshipped, not.inUnshipped),
	syntax(['emulator/**/*.mts'], not.inEmulator),
	syntax(meaninglessNames, [not.meaningless]),
	{
		...syntax(['**/*.{node,credentials}.{ts,mts}'], [not.loadedByN8n]),
		ignores: ['nodes/AiApp/{AiApp,AiAppTrigger}.node.ts', 'credentials/AiAppApi.credentials.ts'],
	},

	maxLines([...shipped, ...unshipped, 'scripts/**/*.mjs'], 300),
	maxLines(tests, 400),
);
