import {
	recordWithoutSecrets,
	secretRedactor,
} from '../../../nodes/AiApp/transport/withoutSecrets';

const KEY = 'sk-q8Zr3TnVw51xYbKd90PmLcHs7EaUfGh72';
const redact = secretRedactor([KEY]);

it('a record with too many levels is rejected before anything is read of it', () => {
	const levels = '['.repeat(101) + ']'.repeat(101);

	expect(() => recordWithoutSecrets(JSON.parse(levels), redact)).toThrow(/nested more than 100/);
});

it('what there is not has no secrets', () => {
	expect(recordWithoutSecrets(undefined, redact)).toBeUndefined();
});

it.each([
	['a text', { a: [`the key ${KEY} is wrong`] }, { a: ['the key … is wrong'] }],
	['a name', { [KEY]: 1 }, { '…': 1 }],
	['JSON in a text', { a: JSON.stringify({ key: KEY }) }, { a: '{"key":"…"}' }],
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
