const { readdirSync } = require('node:fs');
const { basename, dirname, join, relative } = require('node:path');

/**
 * A room is a folder of tests with a file room.cjs, which runs all files of tests in and below it, but
 * for those of rooms below. They share one world of jest, so that n8n's engine is loaded once.
 */
const ROOM = 'room.cjs';

exports.isRoom = (path) => basename(path) === ROOM;

exports.filesOf = (room) => filesIn(dirname(room));

function filesIn(folder) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return readdirSync(path).includes(ROOM) ? [] : filesIn(path);
		return entry.name.endsWith('.test.mts') ? [path] : [];
	});
}

exports.runRoom = (room) => {
	for (const file of exports.filesOf(room))
		describe(relative(process.cwd(), file), () => void require(file));
};
