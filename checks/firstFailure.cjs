const { TestEnvironment } = require('jest-environment-node');

/** The latest mutant that a test of this process has found. */
let killed;

/**
 * Stryker runs all tests of a mutant, because jest can't bail when code calls it. One that fails is
 * enough: the others are skipped.
 */
module.exports = class FirstFailure extends TestEnvironment {
	handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_start' && mutant === killed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length > 0) killed = mutant;
	}
};
