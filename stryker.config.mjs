/**
 * Mutation tests of the client's rooms that hold money, stop and files: by hand and weekly
 * (`npm run mutate`), because each mutant is tried against real HTTP. The node's rooms have rules
 * proved by removal: n8n's engine takes seconds per test file.
 */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', '@stryker-mutator/typescript-checker'],
	jest: { configFile: 'jest.mutation.config.js' },
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.json',
	coverageAnalysis: 'perTest',
	mutate: ['client/{tasks,resilience,files}/**/*.ts'],
	// Texts have tests of their own, and a message in other words breaks no rule.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['/dist', '/docs/images', '/n8n', '/workflows', '/bench', '/.demo'],
	reporters: ['progress', 'clear-text', 'json'],
	jsonReporter: { fileName: '.mutation/report.json' },
	tempDirName: '.mutation/sandbox',
	cleanTempDir: 'always',
	concurrency: 2,
	timeoutMS: 20_000,
	thresholds: { high: 90, low: 80, break: null },
};
