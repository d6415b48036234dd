import fc from 'fast-check';
import { createdId } from '../../../client/api/creates';
import { readTaskResult } from '../../../client/api/taskResult';
import { excessOfText } from '../../../client/parsing/bounds';
import { canonicalJson } from '../../../client/parsing/scalars';
import { serviceTimeToIso, serviceTimeToMs } from '../../../client/parsing/serviceTime';
import { isDefinitelyNotCreated } from '../../../client/tasks/createErrors';
import { readPayload } from '../api/payload.mts';
import { errorOf } from '../errors.mts';

const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const records = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const mixed = (levels: number) => `[1,${records(levels - 2)},{"b":"[[[["}]`;

function read(body: string, status = 200): unknown {
	return readPayload({ status, headers: {}, body });
}

describe('a response out of bounds', () => {
	it.each([
		['lists', lists],
		['records', records],
	])('is rejected from 101 levels on: %s', async (_, nested) => {
		expect(read(nested(100))).toEqual(JSON.parse(nested(100)));

		for (const levels of [101, 200_000]) {
			const error = await errorOf(() => read(nested(levels)));
			expect(error.kind).toBe('unexpected_response');
			expect(error.message).toBe('The response is nested more than 100 levels deep');
		}
	});

	it("is measured by its deepest part, and brackets in texts don't count", async () => {
		expect(read(mixed(100))).toBeInstanceOf(Array);
		expect(read(JSON.stringify(lists(5_000)))).toBe(lists(5_000));

		expect((await errorOf(() => read(mixed(150)))).kind).toBe('unexpected_response');
	});

	it.each([
		['in a list', (count: number) => JSON.stringify(Array(count).fill(0))],
		['in lists', (count: number) => JSON.stringify(Array(count).fill([]))],
		['in a record', (count: number) => JSON.stringify({ ...Array(count).fill(0) })],
		['on two levels', (count: number) => JSON.stringify([Array(count - 1).fill(0)])],
	])('is rejected from 200,001 values on as well: %s', async (_, holding) => {
		expect(read(holding(200_000))).toEqual(JSON.parse(holding(200_000)));

		const error = await errorOf(() => read(holding(200_001)));

		expect(error.kind).toBe('unexpected_response');
		expect(error.message).toBe('The response contains more than 200,000 values');
	});

	it('is rejected as a callback body too', async () => {
		const body = { request_id: 'r-1', status: 'Success', outputs: JSON.parse(lists(200_000)) };

		const error = await errorOf(() => readTaskResult(body));

		expect(error).toMatchObject({ kind: 'unexpected_response', details: { requestId: 'r-1' } });
	});

	it("doesn't hide that a task may have been created", async () => {
		const error = await errorOf(() => createdId(read(`{"request_id":"r","x":${lists(200_000)}}`)));

		expect(isDefinitelyNotCreated(error)).toBe(false);
	});

	it('is not parsed', () => {
		const bodies = [lists(101), `[${'{},'.repeat(200_000)}{}]`];
		const parse = jest.spyOn(JSON, 'parse');

		for (const body of bodies) expect(() => read(body)).toThrow('The response');

		const parsed = parse.mock.calls.map(([text]) => text);
		expect(bodies.some((body) => parsed.includes(body))).toBe(false);
		parse.mockRestore();
	});

	it('is found whatever texts it contains', () => {
		const sign = fc.constantFrom(...'[]{}," \\\n"', '你');
		const text = fc.array(sign).map((signs) => signs.join(''));
		const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
		fc.assert(
			fc.property(value, text, fc.constantFrom(undefined, ' ', '\t'), (other, words, indent) => {
				const json = (levels: number) => {
					const nested = JSON.parse(lists(levels)) as unknown;
					return JSON.stringify({ [words]: [words, other], nested }, null, indent);
				};
				expect(excessOfText(json(99))).toBe(undefined);
				expect(excessOfText(json(100))).toContain('100 levels');
			}),
		);
	});

	it("doesn't hide the reason of a refusal", async () => {
		const body = `{"code":20052,"message":"Invalid key","data":${lists(200_000)}}`;

		expect((await errorOf(() => read(body, 401))).kind).toBe('credential');
	});
});

it('canonical JSON reads back as the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

it('canonical JSON does not depend on the order of members, at any depth', () => {
	const one = { a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } };
	const other = { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 };

	expect(canonicalJson(one)).toBe(canonicalJson(other));
});

it.each([
	['2026-01-11 12:43:14', '2026-01-11T12:43:14+08:00'],
	['2026-01-11T12:43:14', '2026-01-11T12:43:14+08:00'],
	[' 2026-01-11 12:43:14.250 ', '2026-01-11T12:43:14.250+08:00'],
	['2026-01-11', '2026-01-11T00:00:00+08:00'],
	['2024-02-29 00:00:00', '2024-02-29T00:00:00+08:00'],
])('%j is a time in UTC+8', (text, iso) => {
	expect(serviceTimeToIso(text)).toBe(iso);
});

it.each([
	['a time with Z', '2026-01-05T08:00:00Z'],
	['a time with an offset', '2026-01-05T08:00:00+02:00'],
])('%s is returned unchanged', (_, text) => {
	expect(serviceTimeToIso(text)).toBe(text);
});

it.each([
	...[undefined, null, '', 'soon', 'Task 5', '1', '2026-01-11 12:43', '2026-13-45 99:99:99'],
	...['2026-02-30 12:00:00', '2026-02-30T25:61:61+08:00', '2026-01-05T08:00:00+99:99'],
])('%j is no time', (nothing) => {
	expect(serviceTimeToIso(nothing)).toBeUndefined();
	expect(serviceTimeToMs(nothing)).toBeUndefined();
});

it('milliseconds count from 1970 in UTC, whatever the local time zone', () => {
	expect(serviceTimeToMs('2026-01-26 00:00:00')).toBe(Date.UTC(2026, 0, 25, 16));
});
