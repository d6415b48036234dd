import { createdId } from '../../../client/api/creates';
import { readPayload } from '../api/payload.mts';
import { readTaskResult } from '../../../client/api/taskResult';
import { isDefinitelyNotCreated } from '../../../client/tasks/createErrors';
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

	it("doesn't hide that a task was created, nor its request ID", async () => {
		const error = await errorOf(() =>
			createdId(read(`{"request_id":"r-1","more":${lists(200_000)}}`)),
		);

		expect(error.details.requestId).toBe('r-1');
		expect(isDefinitelyNotCreated(error)).toBe(false);
	});

	it("doesn't hide the reason of a refusal", async () => {
		const body = `{"code":20052,"message":"Invalid key","data":${lists(200_000)}}`;

		expect((await errorOf(() => read(body, 401))).kind).toBe('credential');
	});
});
