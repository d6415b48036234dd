const { filesOf, isRoom } = require('./rooms.cjs');

/**
 * jest calls this with all files that it's asked for. A room runs in place of its files if it's asked for
 * all of them. Otherwise each of them runs alone.
 */
module.exports = (paths) => {
	const asked = new Set(paths);
	for (const room of paths.filter(isRoom)) {
		const files = filesOf(room);
		const left = files.every((file) => asked.has(file)) ? files : [room];
		for (const path of left) asked.delete(path);
	}
	return { filtered: [...asked] };
};
