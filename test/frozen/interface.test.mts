import { readFileSync } from 'node:fs';
import { interfaceLines } from './interface.mts';

const FROZEN = 'test/frozen/interface.txt';

/** The changes since the last release. */
function unreleased(): string {
	return readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)[1] ?? '';
}

/**
 * Additions only need `npm run generate`. Removals break stored workflows: they need a line that
 * starts with "Breaking:" in the changelog, or a new version of the node next to the old one.
 */
it('keeps every name, value and field that a released version has had', () => {
	const lines = interfaceLines();
	const frozen = readFileSync(FROZEN, 'utf8').split('\n').filter(Boolean);
	const gone = frozen.filter((line) => !lines.includes(line));

	if (!/^- Breaking: /m.test(unreleased())) expect(gone).toEqual([]);
	expect(`${lines.join('\n')}\n`).toMatchFile(FROZEN);
});
