const { writeFileSync } = require('node:fs');

/**
 * Writes what became of each test into OUTCOME_FILE. jest's own --json fails at errors that refer to
 * themselves, such as axios's.
 */
module.exports = class OutcomeReporter {
	onRunComplete(_, { testResults }) {
		const outcomes = testResults.map(({ failureMessage, testResults: tests }) => ({
			message: failureMessage ?? '',
			tests: tests.map(({ fullName, status }) => ({ fullName, status })),
		}));
		writeFileSync(process.env.OUTCOME_FILE, JSON.stringify(outcomes));
	}
};
