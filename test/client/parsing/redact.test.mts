import fc from 'fast-check';
import { createRedactor } from '../../../client/parsing/redact';
import { cpuSeconds } from '../../cpu.mts';
import { JSON_SPELLINGS, SPELLINGS, WHOLE_SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';

const KEY = 'q8Zr3TnVw51LxKpM0aBcYdEfGh72';
const redact = createRedactor([KEY, 'another-secret-0123456789']);

/** Any signs that a header may have, in an order that doesn't repeat itself. */
function allSigns(length: number): string {
	let state = 1;
	const next = () => (state = (state * 48_271) % 2_147_483_647);
	return Array.from({ length }, () => String.fromCharCode(33 + (next() % 94))).join('');
}

/** Secrets as services issue them, and one as a person invents it. */
const SECRETS = {
	'a key with a prefix': 'sk-proj-q8Zr3TnVw51LxKpM0aBcYdEfGh72_Qw-9',
	'a UUID': '3f2b8c1e-9d47-4a6f-b0e5-7c1d2a9f8e63',
	'hexadecimal numbers': '9f8e7d6c5b4a39281706f5e4d3c2b1a0ffeeddcc',
	'a JWT': `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"42","name":"an account"}').toString('base64url')}.q8Zr3TnVw51LxKpM0aBcYdEfGh72-_sQ`,
	base64: 'q8+Zr3/TnVw51Lx+KpM0aBc/YdEfGh72Qw9==',
	'a password': `k"8&Tr0ub<4dor'7>Vx&q2\\z+/ü`,
	'the longest one': allSigns(512),
};

describe.each(Object.entries(SECRETS))(
	'of a secret, no 12 characters in a row are left: %s',
	(_, secret) => {
		const without = createRedactor([secret]);

		it.each(Object.entries(SPELLINGS))('%s', (__, spell) => {
			const shown = without(`Key ${spell(secret)} is wrong`);

			expect(tracesIn(shown, secret)).toEqual([]);
			expect(shown).not.toContain(spell(secret));
			expect(shown).toMatch(/^Key .*….* is wrong$/s);
		});

		it('behind what messages quote, if it is whole', () => {
			const spelled = Object.values(WHOLE_SPELLINGS).map((spell) => spell(secret));
			const shown = without(`${'word '.repeat(60_000)}${spelled.join(' or ')} is wrong`);

			expect(tracesIn(shown.slice(5 * 60_000), secret)).toEqual([]);
		});

		it.each(Object.entries(JSON_SPELLINGS))('and the JSON around it stays: %s', (__, spell) => {
			const quoted = `no ${spell(secret)}!`;
			const shown = without(`{"${quoted}":["${quoted}",{"a":"${quoted}"}]}`);

			const mark = expect.stringMatching(/^no …+!$/) as string;
			const [[name, value] = []] = Object.entries(JSON.parse(shown) as object);
			expect(name).toEqual(mark);
			expect(value).toEqual([mark, { a: mark }]);
		});
	},
);

it('of 12 characters or more, any piece is left out at any place of a text', () => {
	const letters = fc.string({ maxLength: 40 });
	const part = fc.tuple(fc.nat(KEY.length - 12), fc.integer({ min: 12, max: KEY.length }));

	fc.assert(
		fc.property(letters, part, letters, (before, [from, length], after) => {
			const piece = KEY.slice(from, from + length);
			expect(tracesIn(redact(`${before}${piece}${after}`), KEY)).toEqual([]);
		}),
	);
});

it.each([0, 1, 2])('in base64 after %i bytes of another text, in either alphabet', (before) => {
	const secret = `${KEY}${'?'.repeat(24)}`;
	const text = Buffer.from(`${'x'.repeat(before)}${secret}zz`);
	for (const alphabet of ['base64', 'base64url'] as const) {
		const shown = createRedactor([secret])(text.toString(alphabet));
		expect(shown.split('…').filter(({ length }) => length < 12)).toHaveLength(2);
	}
});

it('the text around a secret stays, also between several', () => {
	expect(redact(`${KEY}${KEY}, another-secret-0 and ${KEY.slice(3)}`)).toBe('……, … and …');
});

it('eleven characters in a row, and all other texts, stay as they are', () => {
	const text = `${KEY.slice(0, 11)} & ${KEY.slice(-11)} 100% \\ "a" ${'q8Zr'.repeat(20)}`;

	expect(redact(text)).toBe(text);
});

it('without secrets nothing is left out', () => {
	expect(createRedactor([''])('&#120; %78')).toBe('&#120; %78');
});

it('a secret shorter than 12 characters is only left out as it is', () => {
	expect(createRedactor(['short1'])('short1, short1, short, c2hvcnQx')).toBe(
		'…, …, short, c2hvcnQx',
	);
});

it('a secret that is added later is found, and those before it still are', () => {
	const more = createRedactor(['first-secret-0123456789']);

	more.add('second-secret-0123456789');

	expect(more('first-secret-0123456789, second-secret-0123456789')).toBe('…, …');
});

it('the number of searches is limited, whatever callback URLs a caller invents', () => {
	const more = createRedactor([KEY]);

	for (let n = 0; n < 10_000; n++) more.add(`the-token-of-one-url-${n}`);

	expect(more.steps().length).toBeLessThan(2_100);
	expect(more(KEY)).toBe('…');
});

const LONGEST = 10 * 1_024 ** 2;

/** Keys with which a search that looks back begins anew at each character. */
const REPEATED = {
	'another letter in its middle': `${'a'.repeat(256)}b${'a'.repeat(255)}`,
	'two letters': `${'ab'.repeat(128)}x${'ab'.repeat(127)}`,
};

describe.each(Object.entries(REPEATED))('a key of 512 characters: %s', (_, key) => {
	const without = createRedactor([key]);

	it('is found whole', () => {
		expect(without(`<${key}>`)).toMatch(/^<…+>$/);
	});

	it.each([
		['all but its first letter', key.slice(1)],
		['base64 of it', Buffer.from(key).toString('base64').slice(2)],
	])('no step takes 200 ms with 10 MB of %s', (__, piece) => {
		let text = piece.repeat(LONGEST / piece.length);
		for (const step of without.steps()) {
			expect(cpuSeconds(() => step(text), 0.2)).toBeLessThan(0.2);
			text = step(text);
		}
	});
});
