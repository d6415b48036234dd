import {
	recordWithoutSecrets,
	secretRedactor,
} from '../../../nodes/AiApp/transport/withoutSecrets';

const KEY = 'sk-q8Zr3TnVw51xYbKd90PmLcHs7EaUfGh72';
const redact = secretRedactor([KEY]);

/** How often a record is searched, whole or in parts. */
function searches(record: unknown): number {
	let count = 0;
	const counting = Object.assign(
		(text: string) => {
			count += 1;
			return redact(text);
		},
		{ add: redact.add, inSteps: redact.inSteps },
	);
	recordWithoutSecrets(record, counting);
	return count;
}

it('a record without a secret is searched as one text, however many values it has', () => {
	expect(searches({ values: Array.from({ length: 10_000 }, (_, n) => `value ${n}`) })).toBe(1);
});

it.each([
	['a text', { a: [`the key ${KEY} is wrong`] }, { a: ['the key … is wrong'] }],
	['a name', { [KEY]: 1 }, { '…': 1 }],
	['JSON in a text', { a: JSON.stringify({ key: KEY }) }, { a: '{"key":"…"}' }],
	['a text with escapes', { a: `%73${KEY.slice(1)}!`, b: 1 }, { a: expect.any(String), b: 1 }],
])('a secret in %s is left out', (_, record, shown) => {
	const left = recordWithoutSecrets(record, redact);

	expect(left).toEqual(shown);
	expect(JSON.stringify(left)).not.toContain(KEY.slice(1, 13));
});

it.each(['quote"token"0123', 'aaaaaaa\\aaaa'])(
	'a secret with signs that JSON would escape is left out: %s',
	(token) => {
		expect(recordWithoutSecrets({ a: `Bearer ${token}` }, secretRedactor([token]))).toEqual({
			a: 'Bearer …',
		});
	},
);
