import { AiAppError } from '../../../client/errors/AiAppError';
import { ERROR_KINDS } from '../../../client/errors/kinds';
import { isDefinitelyNotCreated, shouldRetryCreate } from '../../../client/tasks/createErrors';

describe('a create was certainly not executed', () => {
	it.each([
		['unreachable', {}, true],
		['busy', { httpStatus: 429 }, true],
		['busy', { httpStatus: 200, code: '30039' }, true],
		['balance', { httpStatus: 402 }, true],
		['unexpected_response', { httpStatus: 404 }, true],
		['unexpected_response', { httpStatus: 302 }, true],
		['busy', { httpStatus: 503, code: '30039' }, true],
		['balance', { httpStatus: 300 }, true],
		['balance', { httpStatus: 499 }, true],
		['balance', { httpStatus: 500, code: '20049' }, false],
		['busy', { httpStatus: 503 }, false],
		['unexpected_response', { httpStatus: 408 }, false],
		['unexpected_response', { httpStatus: 200 }, false],
		['unexpected_response', { httpStatus: 200, code: '0' }, false],
		['balance', { httpStatus: 200 }, false],
		['unexpected_response', {}, false],
		['service_error', { httpStatus: 400, code: '60000' }, false],
		['no_response', {}, false],
		['unconfirmed', {}, false],
		['execution_stopped', {}, false],
	] as const)('%s %j: %s', (kind, details, refused) => {
		expect(isDefinitelyNotCreated(new AiAppError(kind, '', details))).toBe(refused);
	});
});

it.each(ERROR_KINDS)(
	'a refused create of kind %s is repeated only if the service was full',
	(kind) => {
		const refused = new AiAppError(kind, '', { httpStatus: 429 });

		expect(shouldRetryCreate(refused, 1)).toBe(kind === 'busy' || kind === 'unreachable');
		expect(shouldRetryCreate(refused, 3)).toBe(kind === 'busy');
	},
);
