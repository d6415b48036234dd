import { growsTooFast } from './growth.mts';
import { LIST_READERS, orRefusal, TEXT_READERS } from './readers.mts';

/** Repeated, these make expressions go back and forth that are not written with care. */
const PUMPS = [
	...['/', '/1', '//a', '.', '.1', '1', ' ', '\t', '\n', '\0', 'a', '-', '_', '%', '%2', '\\', ':'],
	...['@', '#', '<', '<a', '<Code>', '<Code>a ', '<Message>', '</', '"', '{"a":', '[', '[0,', ', '],
	...['seed', '_seed', 'load_', 'Bearer ', 'sk-', 'sk-*', 'ü', 'http://', '\u{1f600}', '\ud800'],
];
const STARTS = ['', 'http://a.example/1'];
const ENDS = ['', '!'];
const SIZES = { from: 1_024, upTo: 32_768 };
const COUNTS = { from: 256, upTo: 16_384 };

const texts = STARTS.flatMap((start) =>
	PUMPS.flatMap((pump) => ENDS.map((end) => ({ start, pump, end }))),
);

describe('no text takes more than threefold time when it is twice as long', () => {
	it.each(Object.entries(TEXT_READERS))(
		'%s',
		(_, read) => {
			const slow = texts.filter(({ start, pump, end }) =>
				growsTooFast((size) => {
					const middle = pump.repeat(Math.ceil(size / pump.length));
					return orRefusal(read, `${start}${middle}${end}`);
				}, SIZES),
			);

			expect(slow).toEqual([]);
		},
		60_000,
	);
});

it.each(Object.entries(LIST_READERS))(
	'no list takes more than threefold time when it is twice as long: %s',
	(_, load) => {
		expect(growsTooFast(load, COUNTS)).toBe(false);
	},
	60_000,
);

describe('the measure tells', () => {
	it('an expression that goes back and forth', () => {
		const slow = (size: number) => () => /\/+$/.test(`${'/'.repeat(size)}!`);

		expect(growsTooFast(slow, SIZES)).toBe(true);
	});

	it('one that does not', () => {
		const fast = (size: number) => () => /^\/+$/.test(`${'/'.repeat(100 * size)}!`);

		expect(growsTooFast(fast, SIZES)).toBe(false);
	});
});
