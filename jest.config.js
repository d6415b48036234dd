/** Loaded when first used: most files start an emulator, and few of them have it draw or sign. */
const SELDOM_NEEDED = [
	'jimp',
	'jimp/fonts',
	'@smithy/signature-v4',
	'@aws-crypto/sha256-js',
	'ali-oss/lib/common/signUtils.js',
];

/**
 * jest runs each file in a world of its own, in which a global takes 200 times as long to reach as a
 * variable. These become variables of each module.
 */
const OFTEN_REACHED = [
	...['Array', 'Error', 'JSON', 'Map', 'Math', 'Number'],
	...['Object', 'Promise', 'Reflect', 'Set', 'String', 'Symbol'],
];

/** What both projects share: TypeScript of either extension becomes CommonJS. */
const shared = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	sandboxInjectedGlobals: OFTEN_REACHED,
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs', lazy: SELDOM_NEEDED },
			},
		],
	},
};

module.exports = {
	// Only a test that hangs takes that long, however busy the machine.
	testTimeout: 120_000,
	// Most of the time tests wait for HTTP; jest would leave one of two processors alone.
	maxWorkers: '100%',
	// A worker with a gigabyte of modules takes longer to end than jest's half second.
	workerGracefulExitTimeout: 10_000,
	// jest would list the hundreds of tests of a room that runs alone, and bury the one that fails.
	verbose: false,
	// Rooms: several files of tests that load n8n's engine once (test/setup/rooms.cjs).
	filter: '<rootDir>/test/setup/roomFilter.cjs',
	testSequencer: '<rootDir>/test/setup/roomSequencer.cjs',
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.mts', '<rootDir>/test/**/room.cjs'],
			testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
			// A spy ends with its test.
			restoreMocks: true,
			globalSetup: '<rootDir>/test/setup/announce.cjs',
			setupFiles: [
				'<rootDir>/test/setup/process.mts',
				'<rootDir>/test/setup/seeded.mts',
				'<rootDir>/test/nodes/surroundings.mts',
			],
			setupFilesAfterEnv: [
				'<rootDir>/test/setup/ownFolder.mts',
				'<rootDir>/test/setup/toMatchFile.mts',
			],
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.mts'],
			testPathIgnorePatterns: ['<rootDir>/test/e2e/weekly/'],
			globalSetup: '<rootDir>/test/e2e/stage/startShared.mjs',
			globalTeardown: '<rootDir>/test/e2e/stage/stopShared.mjs',
			setupFilesAfterEnv: ['<rootDir>/test/e2e/stage/timeout.mts'],
		},
		{
			...shared,
			displayName: 'weekly',
			testMatch: ['<rootDir>/test/e2e/weekly/*.test.mts'],
			setupFilesAfterEnv: ['<rootDir>/test/e2e/stage/timeout.mts'],
		},
		// Writes files that are committed, so it is run by hand.
		{
			...shared,
			displayName: 'pictures',
			testMatch: ['<rootDir>/test/e2e/**/*.pictures.mts'],
			setupFilesAfterEnv: ['<rootDir>/test/e2e/stage/timeout.mts'],
		},
	],
};
