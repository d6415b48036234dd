import { AiAppError } from '../../../client/errors/AiAppError';
import { settle } from '../../../client/settle';
import { withEarlier } from '../../../client/tasks/course';

describe('an error from elsewhere', () => {
	it.each([
		['an exception', new TypeError('x is not a function'), 'x is not a function'],
		['a text', 'no room', 'no room'],
		['nothing', undefined, 'undefined'],
	])('is the cause of one of the family: %s', async (_, thrown, message) => {
		const result = await settle(() => Promise.reject(thrown));

		expect(result).toMatchObject({ ok: false, error: { kind: 'node', message } });
	});

	it('knows the tasks that were sent for its item', async () => {
		const entry = { tasks: [{ requestId: 'r-1', createdAt: 0 }] };
		const result = await settle(() => Promise.reject(new TypeError('x is not a function')));

		const error = result.ok ? undefined : withEarlier(result.error, entry);

		expect(error?.details).toMatchObject({ earlierIds: ['r-1'], cost: 'unknown' });
	});
});

it('an error of the family stays as it is', async () => {
	const error = new AiAppError('busy', 'The service is busy');

	expect(await settle(() => Promise.reject(error))).toEqual({ ok: false, error });
});
