const { projects, testTimeout } = require('./jest.config');

/** The client's unit tests alone: Stryker takes no configuration of several projects. */
const { displayName, ...unit } = projects.find(({ displayName }) => displayName === 'unit');

module.exports = {
	...unit,
	testTimeout,
	testMatch: ['<rootDir>/test/client/**/*.test.mts'],
};
