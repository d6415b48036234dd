const { statSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');
const { filesOf, isRoom } = require('./rooms.cjs');

/**
 * jest begins with what took longest in an earlier run. In the first run it goes by the size of the files,
 * and a room is as large as all of its files.
 */
module.exports = class RoomSequencer extends Sequencer {
	sort(tests) {
		if (tests.some((test) => this.time(test) !== undefined)) return super.sort(tests);
		const sizes = new Map(tests.map(({ path }) => [path, sizeOf(path)]));
		return tests.toSorted((one, other) => sizes.get(other.path) - sizes.get(one.path));
	}
};

function sizeOf(path) {
	const files = isRoom(path) ? filesOf(path) : [path];
	return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
