import { requestIdIn } from '../../../client/api/requestId';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

const ORDER = { appId: 54663, inputValues: { a: 1 }, suppressPreviewOutput: false };
const OK = { code: 20000, message: 'Ok', status: true };

function createAnswers(body: object): void {
	service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 200, body } });
}

describe('the request ID is found anywhere in the response to a create', () => {
	it.each([
		['beside the code, with null data', { ...OK, data: null, request_id: 'r-1' }, 'r-1'],
		['beside the code, without data', { ...OK, requestId: 'r-1' }, 'r-1'],
		[
			'in data rather than beside it',
			{ ...OK, data: { request_id: 'r-1' }, request_id: 'x' },
			'r-1',
		],
		['as a number', { request_id: 8_307_183 }, '8307183'],
		['as a number in data', { ...OK, data: { requestId: 7 } }, '7'],
		['in its longest form', { request_id: 'r'.repeat(200) }, 'r'.repeat(200)],
	])('%s', async (_, body, id) => {
		createAnswers(body);

		await expect(service.client.tasks.create(ORDER)).resolves.toEqual({ requestId: id });
	});

	it.each([
		['beside the code', { ...OK, status: 'Success', outputs: [], request_id: 'r-1' }],
		['as a number', { request_id: 7, status: 'Success', outputs: [] }],
		['in data', { ...OK, data: { request_id: 'r-1', status: 'Success', outputs: [] } }],
	])('with Keep Connection Open, %s', async (_, body) => {
		createAnswers(body);

		const held = await service.client.tasks.createAndHold(ORDER, 60_000);

		expect(['r-1', '7']).toContain(held.requestId);
		expect(held.task.status).toBe('Success');
	});

	it('of a model, next to the code', async () => {
		const body = { ...OK, data: null, request_id: 'r-1' };
		service.emulator.addFault({ on: 'model', effect: { type: 'answer', status: 200, body } });

		await expect(service.client.models.create('a/b', {})).resolves.toBe('r-1');
	});
});

describe('an invalid request ID is ignored, and a task may exist', () => {
	it.each([
		['with an escape sequence', 'id\u001b[31mRED'],
		['with a line end', 'id\n2026-11-22 | error | FAKE LOG LINE'],
		['with HTML', '<a href="https://evil.example">id</a>'],
		['with a space', 'a b'],
		['that leads to another path', 'a/../b'],
		['of 201 characters', 'r'.repeat(201)],
		['of 3 MB', 'r'.repeat(3_000_000)],
		['that is no whole number', 1.5],
		['that is a record', { id: 'r-1' }],
	])('%s', async (_, id) => {
		createAnswers({ ...OK, data: { request_id: id } });
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(error.details.requestId).toBeUndefined();
		expect(work.entry()).toEqual({ tasks: [{}] });
		expect(work.created).toEqual([]);
		expect(work.notes.join()).toMatch(/^[^\p{Cc}]{1,200}$/u);
	});
});

it('the ID that a gateway adds to a refusal is shown, but not used as the request ID', async () => {
	const body = { code: 20052, message: 'No', request_id: 'trace-1' };
	service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 401, body } });

	const error = await errorOf(() => createWork(service).run());

	expect(error.message).toContain('request ID trace-1');
	expect(error.details.requestId).toBe(service.emulator.tasks()[0]?.requestId);
});

it.each([[undefined], ['r-1'], [null], [[{ request_id: 'r-1' }]], [{ data: [] }]])(
	'%j contains no request ID',
	(body) => {
		expect(requestIdIn(body)).toBeUndefined();
	},
);
