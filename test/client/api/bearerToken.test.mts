import { bearerToken, isSameToken } from '../../../client/api/callbackToken';

it.each([
	['Bearer secret', 'secret'],
	['bearer  secret', 'secret'],
	['secret', 'secret'],
	[' Bearer secret ', 'secret'],
	['', undefined],
	[undefined, undefined],
])('the token of %j is %j', (value, token) => {
	expect(bearerToken(value)).toBe(token);
});

it.each([
	['secret', 'secret', true],
	['secret', 'secre', false],
	['secret', 'Secret', false],
	['', 'secret', false],
	['sécret', 'sécret', true],
])('%j against %j: %s', (given, expected, same) => {
	expect(isSameToken(given, expected)).toBe(same);
});
