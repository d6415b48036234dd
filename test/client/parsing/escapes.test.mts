import { createRedactor } from '../../../client/parsing/redact';
import { withoutEscapes } from '../../../client/parsing/escapes';
import { reads } from '../../reads.mts';

const KEY = 'sk-q8Zr3TnVw51xYbKd90PmLcHs7EaUfGh72';

const each = (text: string, write: (code: number) => string) =>
	Array.from(text, (letter) => write(letter.charCodeAt(0))).join('');
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

describe('a key is found behind escapes', () => {
	it.each([
		['of two digits', (code: number) => `\\x${hex(code, 2)}`],
		['in braces', (code: number) => `\\u{${hex(code, 2)}}`],
		['in octal numbers', (code: number) => `\\${code.toString(8)}`],
		['of HTML with zeros before', (code: number) => `&#x${hex(code, 6)};`],
		['of HTML with zeros before decimals', (code: number) => `&#${String(code).padStart(7, '0')};`],
		['of HTML without their end', (code: number) => `&#${code}`],
		['of the function `escape`', (code: number) => `%u${hex(code, 4)}`],
		['of HTML within JSON', (code: number) => `\\u0026#${code};`],
		['of a URL within HTML', (code: number) => `&#37;${hex(code, 2)}`],
		['of HTML within HTML', (code: number) => `&amp;#${code};`],
		['of JSON within a URL', (code: number) => `%5Cu${hex(code, 4)}`],
	])('%s', (_, write) => {
		const escaped = each(KEY, write);

		expect(createRedactor([KEY])(`your key ${escaped} is wrong`)).not.toContain(escaped);
	});

	it('in lines of base64 that begin with digits', () => {
		const lines = Buffer.from(KEY)
			.toString('base64')
			.replace(/(?=\d)/g, '\\n');

		expect(createRedactor([KEY])(lines)).toBe('…');
	});

	it.each(['\n', '\r\n', '\\n', '\\r\\n', '\\\\n'])('in lines of base64, with %j', (end) => {
		const lines = Buffer.from(KEY)
			.toString('base64')
			.replace(/(.{8})/g, `$1${end}`);

		expect(createRedactor([KEY])(`Basic ${lines}`)).toBe('…');
	});
});

it.each(['100 %, 5 %zz, %u00', 'R&D &#; &#x; &lt', 'C: \\ \\u{', 'fish & chips'])(
	'what only begins like an escape stays: %s',
	(text) => {
		expect(withoutEscapes(text)).toBe(text.replaceAll('\\', ''));
	},
);

it.each(['%41', '%25', '\\u0041', '&#x41;', '&amp;', '&#', '\\', 'a\n'])(
	'twice as many %j take twice the work',
	(escape) => {
		const redact = createRedactor([KEY, 'callback-token-0123456789']);
		const work = (count: number) => reads(() => redact(escape.repeat(count)));

		expect(work(4_000) / work(2_000)).toBeLessThan(2.2);
	},
);
