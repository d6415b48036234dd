import { fileURLToPath } from 'node:url';
import jestConfig from '../jest.config.js';

/**
 * Mutation tests of the rooms that hold money, stop, files and secrets: by hand and weekly, one run
 * for each room, against real HTTP. MUTATE_TESTS names the folder of the tests that are nearest to it:
 * each file of test/nodes loads n8n's engine for each mutant.
 */
const nearest = process.env['MUTATE_TESTS'] ?? 'client';
// Perhaps only one of many cases sees a mutant.
process.env['TEST_CASES'] = 'all';

const { displayName, ...unit } = jestConfig.projects.find(
	(project) => project.displayName === 'unit',
);

export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', '@stryker-mutator/typescript-checker'],
	jest: {
		config: {
			...unit,
			// A path as it is: Stryker wraps the environment and knows no <rootDir>.
			testEnvironment: fileURLToPath(new URL('firstFailure.cjs', import.meta.url)),
			testTimeout: jestConfig.testTimeout,
			// Stryker takes no configuration of several projects.
			projects: [],
			// With the sources, jest finds the tests that reach a mutant through other files.
			roots: ['<rootDir>/client', '<rootDir>/nodes', '<rootDir>/test'],
			testMatch: [`<rootDir>/test/${nearest}/**/*.test.mts`],
		},
	},
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.json',
	coverageAnalysis: 'perTest',
	mutate: ['client/tasks/**/*.ts'],
	// Texts have tests of their own, and a message in other words breaks no rule.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['/dist', '/docs/images', '/n8n', '/workflows', '/bench', '/.demo'],
	reporters: ['progress', 'clear-text', 'json'],
	jsonReporter: { fileName: '.mutation/report.json' },
	tempDirName: '.mutation/sandbox',
	cleanTempDir: 'always',
	concurrency: 2,
	timeoutMS: 20_000,
	dryRunTimeoutMinutes: 30,
	thresholds: { high: 90, low: 80, break: null },
};
