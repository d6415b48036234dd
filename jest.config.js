/** What both projects share: TypeScript of either extension becomes CommonJS. */
const shared = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: {
		'^.+\\.m?ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
};

module.exports = {
	testTimeout: 20_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.mts'],
			testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.mts'],
			setupFilesAfterEnv: ['<rootDir>/test/e2e/timeout.mts'],
		},
	],
};
