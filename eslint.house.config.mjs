import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const shipped = ['client/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];
const unshipped = ['emulator/**/*.mts', 'scripts/**/*.mts', 'bench/**/*.mts'];
const tests = ['test/**/*.mts'];

const noEnum = {
	selector: 'TSEnumDeclaration',
	message: 'A union of literals says the same without code at run time.',
};
const noTopLevelArrow = {
	selector:
		':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression',
	message: 'A function of the module is a named function declaration.',
};
/** What Node itself can run by taking the types away. */
const erasableOnly = [
	noEnum,
	{
		selector:
			'TSParameterProperty, TSModuleDeclaration:not([declare=true]), TSImportEqualsDeclaration',
		message: 'Only syntax that disappears with the types.',
	},
];

/** Not words of ours: neither fixed, nor put together by `say`, nor what an error says already. */
const foreign = `:not(${[
	'Literal',
	'TemplateLiteral[expressions.length=0]',
	'TaggedTemplateExpression[tag.name="say"]',
	'Identifier[name=/^([A-Z_]+|undefined)$/]',
	'MemberExpression[property.name=/^(advice|ownAdvice)$/]',
	'ConditionalExpression',
].join(', ')})`;
const newError = 'NewExpression[callee.name="AiAppError"]';
const telling = `CallExpression:matches(${[
	'[callee.object.property.name="logger"]',
	'[callee.object.name="hints"]:not([callee.property.name="count"])',
	'[callee.property.name=/^(note|advising)$/]',
].join(', ')})`;
const foreignWords = [
	`${newError} > ${foreign}.arguments:matches(:nth-child(2), :nth-child(4))`,
	`${telling} > ${foreign}.arguments:first-child`,
	`CallExpression[callee.object.name="hints"] > ArrowFunctionExpression > ${foreign}.body`,
	`:matches(${newError}, ${telling}) > ConditionalExpression > ${foreign}:matches(.consequent, .alternate)`,
].map((selector) => ({
	selector,
	message: 'Put foreign texts into words of ours by say`...`, which quotes them.',
}));

/** Import specifiers that `files` must not use, as regular expressions with the reason. */
function arrows(files, ...patterns) {
	const forbidden = patterns.map(([regex, message]) => ({ regex, message }));
	return { files, rules: { 'no-restricted-imports': ['error', { patterns: forbidden }] } };
}

function maxLines(files, max) {
	return {
		files,
		rules: { 'max-lines': ['error', { max, skipBlankLines: false, skipComments: false }] },
	};
}

const ofNodes = [
	[
		'^(?!\\.|n8n-workflow$|node:crypto$)',
		'nodes/ imports n8n-workflow, node:crypto and relative files.',
	],
	['^(\\.\\./)+client(/(?!index$)|$)', "client/ has one door: 'client/index'."],
	['^(\\.\\./)+(emulator|test|scripts|bench|credentials)/', 'Not a part of nodes/.'],
];

export default tseslint.config(
	{ ignores: ['dist/', 'n8n/', 'coverage/', '.*/'] },
	{ linterOptions: { noInlineConfig: true } },
	{
		files: [...shipped, ...unshipped, ...tests],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
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
		files: shipped,
		rules: { 'no-restricted-syntax': ['error', noEnum, noTopLevelArrow, ...foreignWords] },
	},
	{
		// They pass on what was put together elsewhere.
		files: ['client/errors/AiAppError.ts', 'nodes/AiApp/io/progress.ts'],
		rules: { 'no-restricted-syntax': ['error', noEnum, noTopLevelArrow] },
	},
	{
		files: unshipped,
		rules: { 'no-restricted-syntax': ['error', ...erasableOnly, noTopLevelArrow] },
	},
	{ files: tests, rules: { 'no-restricted-syntax': ['error', ...erasableOnly] } },
	{ files: shipped, rules: { 'no-console': 'error' } },

	maxLines([...shipped, ...unshipped, ...tests, 'scripts/**/*.mjs'], 150),
	maxLines(['**/*[dD]escription{,s}.ts'], 200),
	maxLines(['test/e2e/**/*.mts'], 250),

	arrows(
		['client/*.ts'],
		['^(?!\\./|node:crypto$)', "client/ imports './' and node:crypto, nothing else."],
	),
	arrows(
		['client/*/*.ts'],
		[
			'^(?!\\.\\.?/|node:crypto$)|^\\.\\./\\.\\./',
			'client/ imports itself and node:crypto, nothing else.',
		],
	),
	arrows(
		['client/*/*/*.ts'],
		[
			'^(?!\\.\\.?/|node:crypto$)|^(\\.\\./){3}',
			'client/ imports itself and node:crypto, nothing else.',
		],
	),
	arrows(['nodes/**/*.ts'], ...ofNodes),
	arrows(['nodes/**/*.operation.ts'], ...ofNodes, [
		'\\.operation$',
		'What operations share goes through the execution context and the client.',
	]),
	arrows(
		['credentials/**/*.ts'],
		['^(?!n8n-workflow$)', 'credentials/ imports n8n-workflow only.'],
	),
	arrows(
		['emulator/**/*.mts'],
		[
			'^(\\.\\./)+(client|nodes|credentials|test|dist)/',
			'The emulator reads the specification on its own.',
		],
		['^n8n-', 'The emulator knows nothing of n8n.'],
	),
	arrows(
		['scripts/**/*.mts', 'bench/**/*.mts'],
		['^(\\.\\./)+client/(?!index)', "client/ has one door: 'client/index'."],
		['^(\\.\\./)+(nodes|credentials)/', 'Scripts use the built package.'],
	),
	arrows(
		['test/e2e/**/*.mts'],
		['^(\\.\\./)+(client|nodes|credentials)/', 'e2e sees the built package and HTTP.'],
	),
);
