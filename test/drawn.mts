/** What chance chooses in a run of tests, which prints it (test/setup/announce.cjs). */
export const SEED = Number(process.env['TEST_SEED']);

/** Of cases that are many and alike, a run takes a tenth. With TEST_CASES=all it takes all of them. */
export const ONE_OF = process.env['TEST_CASES'] === 'all' ? 1 : 10;

/** A filter that takes one case of ten. The next seed takes the cases after these. */
export function drawing(): () => boolean {
	let place = SEED;
	return () => place++ % ONE_OF === 0;
}
