import fc from 'fast-check';

/** Pieces that mean something to file systems, headers, URLs, markup, or to JavaScript. */
const PIECES = [
	...['__proto__', 'constructor', 'prototype', 'polluted', 'toString', 'hasOwnProperty', 'then'],
	...['..', '../', '..\\', '/', '\\', '\0', '.', '%2e%2e', '%2F', '~', 'C:', 'con.png', '.png'],
	...['\r\n', '\n', '\r', '\t', ' ', ': ', ';', ',', '"', "'", '`', 'X-Evil: 1', 'Bearer ', 'sk-'],
	...['http://', 'https://', 'file:///', '//', '@', '?', '#', '/v1', '127.0.0.1', '[::1]', ':80'],
	...['localhost', '0x7f.1', 'a.example', '::ffff:7f00:1', '<Code>', '<Message>', '<html>', '</'],
	...['\ud800', '\udfff', '\u202e', '\ufeff', 'ü', '画', '种子', '\u0000', '\u0085', '\u2028'],
	...['1e999', '-0', 'NaN', 'null', 'true', '{', '[', '{"a":1}', '[]', '2026-01-11 12:43:14'],
	...['=', '={{', '}}', '$fromAI(', '%7B', '%3d'],
	...['seed', 'image', 'load_image', 'combo', 'slider', 'hidden', 'Success', 'NOT_ERROR', '20000'],
];

/** Texts of such pieces, and of anything else. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map(joined) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
	{ weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
	{ weight: 1, arbitrary: longText() },
);

function joined(pieces: readonly string[]): string {
	return pieces.join('');
}

function longText(): fc.Arbitrary<string> {
	return fc
		.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 200 }))
		.map(([piece, times]) => piece.repeat(times));
}

/** Values of JSON that may have any of these names for members; `names` are those that are read. */
export function hostileJson(...names: readonly string[]): fc.Arbitrary<unknown> {
	const name = fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), hostileText);
	const scalar = fc.oneof(
		hostileText,
		fc.double(),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.constantFrom(3, 4, 20000, '20000', 'Success', 'Running', 'http://a.example/x.png'),
	);
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			{ weight: 4, arbitrary: scalar },
			{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
			{
				weight: 3,
				arbitrary: fc.array(fc.tuple(name, tie('value')), { maxLength: 6 }).map(record),
			},
		),
	}));
	return value;
}

/** A record of these members, each of them there or not. */
export function hostileRecord(...names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
	const member = fc.tuple(fc.constantFrom(...names), hostileJson(...names));
	const other = fc.tuple(hostileText, hostileJson(...names));
	return fc
		.array(fc.oneof({ weight: 5, arbitrary: member }, { weight: 1, arbitrary: other }), {
			maxLength: 8,
		})
		.map(record);
}

/** Through JSON, as such records arrive: there `__proto__` is a field like any other. */
function record(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
	const text = members.map(
		([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
	);
	return JSON.parse(`{${text.join(',')}}`) as Record<string, unknown>;
}
