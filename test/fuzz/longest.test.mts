import { appendFileSync } from 'node:fs';
import { settleSync } from '../../client/settle';
import { cpuSeconds } from '../cpu.mts';
import { drawing } from '../drawn.mts';
import { BODY, full, repeats } from './longestSizes.mts';
import { ofText } from './longestTexts.mts';
import { ofValues } from './longestValues.mts';

/**
 * What others can make long, at its longest: n8n does nothing else meanwhile. A busy machine takes several
 * times as long as a quiet one, so the bound is wide; LONGEST_RESULTS names a file for the figures.
 */
const RESULTS = process.env['LONGEST_RESULTS'];
const BOUND_SECONDS = 3;

const PIECES = {
	words: 'word ',
	'letters that are long in UTF-8': 'Ж',
	'letters that grow in lower case': 'İ',
	spaces: ' ',
	brackets: '[',
	backslashes: '\\',
	quotes: '\\"',
	slashes: '/',
	dots: '.',
	digits: '9',
	'invisible characters': '\u200d',
	emoji: '👩‍👩‍👧',
	'escapes of URLs': '%25',
	'escapes of JSON': '\\u0041',
	'escapes of HTML': '&amp;',
	braces: '{{',
	'control characters': '\u0001',
	links: 'https://a.example/?x ',
} as const;

function measured(name: string, size: number, work: () => unknown): number {
	const seconds = cpuSeconds(() => settleSync(work), BOUND_SECONDS);
	if (RESULTS)
		appendFileSync(RESULTS, `${JSON.stringify({ name, size, ms: Math.round(seconds * 1e3) })}\n`);
	return seconds;
}

const isDrawn = drawing();

describe.each(Object.entries(PIECES))('a text of %s at its longest', (letters, piece) => {
	// A part of a long text takes no time to make, a text of 16 MB does.
	let longest: string;

	beforeAll(() => (longest = full(BODY, piece)));

	afterAll(() => (longest = ''));

	it.each(Object.entries(ofText).filter(isDrawn))('is read at once: %s', (name, [size, work]) => {
		const text = longest.slice(0, repeats(size, piece) * piece.length);
		settleSync(() => work(text.slice(0, 1_000)));

		expect(measured(`${name}, ${letters}`, size, () => work(text))).toBeLessThan(BOUND_SECONDS);
	});
});

it.each(Object.entries(ofValues).filter(isDrawn))(
	'as many values as there may be are read at once: %s',
	(name, work) => {
		expect(measured(name, 0, work)).toBeLessThan(BOUND_SECONDS);
	},
);
