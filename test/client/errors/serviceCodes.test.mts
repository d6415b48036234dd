import { isKnownCode, isSuccessCode, kindOfRefusal } from '../../../client/errors/serviceCodes';
import type { ErrorKind } from '../../../client/errors/kinds';

describe('every code that is known says what the user can do', () => {
	const table: readonly [ErrorKind | 'not_found', readonly number[]][] = [
		['credential', [30008, 20052, 20093, 20054, 20004]],
		['balance', [20049, 20050, 20051]],
		['forbidden', [30001, 30019]],
		['moderation', [20021]],
		['quota', [20094]],
		['busy', [50600, 50601, 50602, 50603, 50604, 30039, 30040, 59006]],
		['busy', [30015, 30016, 30018, 60012]],
		['app_not_found', [20224, 20230]],
		['app_unusable', [20251, 30094, 60014]],
		['not_found', [30009, 20011, 30046]],
		['conflict', [30035, 30036, 30038, 30041, 30047, 20098, 20100]],
		['input', [20015, 40025, 40039, 20087]],
		['service', [60000, 50502, 50503, 50507, 50508, 50510, 50511, 50517]],
	];
	const rows = table.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const));

	it.each(rows)('%d: %s', (code, kind) => {
		expect(kindOfRefusal(200, String(code))).toBe(kind);
		expect(kindOfRefusal(500, String(code))).toBe(kind);
		expect(isKnownCode(String(code))).toBe(true);
	});
});

it.each([
	[400, 'input'],
	[401, 'credential'],
	[402, 'balance'],
	[403, 'forbidden'],
	[404, 'unexpected'],
	[409, 'conflict'],
	[422, 'moderation'],
	[429, 'busy'],
	[500, 'service'],
	[503, 'service'],
	[524, 'service'],
	[418, 'unexpected'],
] as const)('HTTP %d without a known code: %s', (status, kind) => {
	expect(kindOfRefusal(status, undefined)).toBe(kind);
	expect(kindOfRefusal(status, '123456')).toBe(kind);
});

it.each([
	['20000', true],
	['20002', true],
	['200', false],
	['0', false],
	['', false],
])('code %j is success: %s', (code, success) => {
	expect(isSuccessCode(code)).toBe(success);
});
