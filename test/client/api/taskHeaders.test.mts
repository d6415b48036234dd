import fc from 'fast-check';
import { settleSync } from '../../../client/settle';
import { AiAppError } from '../../../client/errors/AiAppError';
import { taskHeaderPrefix } from '../../../client/api/callbackHeaders';
import { errorOf } from '../errors.mts';

it.each([
	[undefined, 'X-Service-Task-'],
	['', 'X-Service-Task-'],
	['  ', 'X-Service-Task-'],
	[' X-Example-Task- ', 'X-Example-Task-'],
	['X-Example-Task', 'X-Example-Task-'],
	['x_example_', 'x_example_'],
])('the prefix %j is %s', (text, prefix) => {
	expect(taskHeaderPrefix(text)).toBe(prefix);
});

it.each(['X-A: b', 'X-A\r\nEvil', 'X A', 'Ünknown-', 'X-(A)', 'X/A'])(
	"%j is rejected: a header name can't contain it",
	async (text) => {
		const error = await errorOf(() => taskHeaderPrefix(text));

		expect(error.kind).toBe('input');
		expect(error.advice).toContain('X-Service-Task-');
	},
);

it('any input is a header name or rejected with our own message', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const prefix = settleSync(() => taskHeaderPrefix(text));
			if (prefix.ok) expect(() => new Headers({ [`${prefix.value}Async`]: 'x' })).not.toThrow();
			else expect(prefix.error).toBeInstanceOf(AiAppError);
		}),
	);
});
