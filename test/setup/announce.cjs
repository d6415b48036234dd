/** Chance finds its faults on other days in CI (.ci/run), which takes the date. */
const USUAL_SEED = 20261121;

/** Says what a run is about to do, before its first result. jest's workers inherit the seed. */
module.exports = ({ testNamePattern, testPathPatterns }) => {
	process.env.TEST_SEED ??= String(USUAL_SEED);
	const isWhole = !testNamePattern && testPathPatterns.patterns.length === 0;
	const lines = [
		...(isWhole ? [WHAT_ALL_DO] : []),
		`Cases that chance has chosen: TEST_SEED=${process.env.TEST_SEED}`,
	];
	process.stderr.write(`${lines.join('\n')}\n`);
};

const WHAT_ALL_DO = `All unit tests take two to three minutes on two processors. They need no account, and no network but this machine's.
A line appears for each file or folder of tests. "Run some of the tests" in .github/CONTRIBUTING.md says how to run less.`;
