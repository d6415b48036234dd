import fc from 'fast-check';
import { createRedactor } from '../../../client/parsing/redact';
import { SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';

const KEY = 'q8Zr3TnVw51LxKpM0aBcYdEfGh72';
const redact = createRedactor([KEY, 'another-secret-0123456789']);

describe('of a secret, no 12 characters in a row are left', () => {
	it.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
		const shown = redact(`Key ${spell(KEY)} is wrong`);

		expect(tracesIn(shown, KEY)).toEqual([]);
		expect(shown).not.toContain(spell(KEY));
		expect(shown).toContain('…');
	});

	it('at any place of a text, of any length from 12', () => {
		const letters = fc.string({ maxLength: 40 });
		const part = fc.tuple(fc.nat(KEY.length - 12), fc.integer({ min: 12, max: KEY.length }));

		fc.assert(
			fc.property(letters, part, letters, (before, [from, length], after) => {
				const piece = KEY.slice(from, from + length);
				expect(tracesIn(redact(`${before}${piece}${after}`), KEY)).toEqual([]);
			}),
		);
	});

	it('several times, and of several secrets', () => {
		expect(redact(`${KEY}${KEY}, another-secret-0 and ${KEY.slice(3)}`)).toBe('……, … and …');
	});
});

it('eleven characters in a row, and all other texts, stay as they are', () => {
	const text = `${KEY.slice(0, 11)} & ${KEY.slice(-11)} 100% \\ "a" ${'q8Zr'.repeat(20)}`;

	expect(redact(text)).toBe(text);
});

it('without secrets nothing is left out', () => {
	expect(createRedactor(['', 'x'.repeat(12)])('&#120; %78')).toBe('&#120; %78');
});

it('a secret shorter than 12 characters is only left out as a whole', () => {
	expect(createRedactor(['short1'])('short1 and short')).toBe('… and short');
});

it('a text of thousands of pieces that are a little too short is gone through once', () => {
	const text = KEY.slice(5, 16).repeat(10_000);
	const reading = jest.spyOn(String.prototype, 'charCodeAt');

	expect(redact(text) === text).toBe(true);

	expect(reading.mock.calls.length).toBeLessThan(10 * text.length);
	reading.mockRestore();
});
