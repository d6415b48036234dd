import fc from 'fast-check';
import { createRedactor } from '../../../client/parsing/redact';
import { createRunSearch } from '../../../client/parsing/rowSearch';
import { reads } from '../../reads.mts';

const letters = (length: number) =>
	Array.from({ length }, (_, n) => ((n * 7919) % 36).toString(36)).join('');

it.each([
	['one letter', (length: number) => 'a'.repeat(length)],
	['two letters', (length: number) => 'ab'.repeat(length / 2)],
	['many letters', letters],
])('a secret of %s takes twice the work if it is twice as long', (_, secret) => {
	const work = (length: number) => reads(() => createRedactor([secret(length)]));

	expect(work(4_000) / work(2_000)).toBeLessThan(2.2);
});

it('a secret that is longer than any header is read only as far as one may go', () => {
	const work = (length: number) => reads(() => createRedactor([letters(length)]));

	expect(work(100_000)).toBe(work(16_384));
});

it.each([
	['a secret of one letter', ['a'.repeat(400)]],
	['a thousand secrets', Array.from({ length: 1_000 }, (_, n) => letters(60 + n))],
])('a text takes the same work whatever is searched for: %s', (_, secrets) => {
	const text = 'aaaaaaaaaaaZ'.repeat(200);
	const redact = createRedactor(secrets);
	const few = createRedactor(['another-secret-0123456789']);

	expect(redact(text)).toBe(text);
	expect(reads(() => redact(text)) / reads(() => few(text))).toBeLessThan(8);
});

it('a secret that is added later is found, and those before it still are', () => {
	const redact = createRedactor(['first-secret-0123456789']);

	redact.add('second-secret-0123456789');

	expect(redact('first-secret-0123456789, second-secret-0123456789')).toBe('…, …');
});

it('a long text is searched in steps, and a secret on the border of two is found', () => {
	const secret = 'first-secret-0123456789';
	const search = createRunSearch();
	search.add(secret);
	const text = ' '.repeat(2 ** 21 - 12) + secret;

	const steps = search.replaceIn(text, '…');

	expect(steps.next().done).toBe(false);
	expect(steps.next()).toEqual({ done: true, value: `${' '.repeat(2 ** 21 - 12)}…` });
});

it('rows of 12 characters are replaced where they stand, in either case, and nothing else is', () => {
	const unit = fc.constantFrom(...'abAB');
	const text = fc.string({ unit, maxLength: 60 });
	fc.assert(
		fc.property(fc.array(text, { maxLength: 3 }), text, (known, searched) => {
			const search = createRunSearch();
			known.forEach(search.add);
			const rows = known.flatMap((each) =>
				Array.from({ length: Math.max(0, each.length - 11) }, (_, at) =>
					each.slice(at, at + 12).toLowerCase(),
				),
			);
			const isHidden = Array.from(searched, (_, place) =>
				rows.some((row) =>
					Array.from({ length: 12 }, (__, n) => place - n).some(
						(at) => at >= 0 && searched.slice(at, at + 12).toLowerCase() === row,
					),
				),
			);

			const shown = search.replaceIn(searched, '…').next().value;

			const left = Array.from(searched).filter((__, place) => !isHidden[place]);
			expect(shown?.replaceAll('…', '')).toBe(left.join(''));
		}),
	);
});
