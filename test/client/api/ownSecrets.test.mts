import { requireApiKey, requireCallbackToken } from '../../../client/api/ownSecrets';
import { errorOf } from '../errors.mts';

it.each([
	['a line break', 'sk-a\r\nHost: b'],
	['a space', 'Bearer sk-0123456789'],
	['a zero', 'sk-a\0b'],
	['other letters', 'sk-中文'],
	['more characters than 512', 'a'.repeat(513)],
])('an API key with %s is refused, and not quoted', async (_, key) => {
	const error = await errorOf(() => requireApiKey(key));

	expect(error).toMatchObject({ kind: 'input', details: { reason: 'apiKey' } });
	expect(error.message).not.toContain(key);
});

it.each([
	['a line break', 'a\r\nHost: b'],
	['a zero', 'a\0b'],
	['other letters', '中文'],
	['more characters than 512', 'a'.repeat(513)],
])('a callback token with %s is refused, and not quoted', async (_, token) => {
	const error = await errorOf(() => requireCallbackToken(token));

	expect(error).toMatchObject({ kind: 'input', details: { reason: 'callbackToken' } });
	expect(error.message).not.toContain(token);
});

it('all others are sent without the space around them', () => {
	expect(requireApiKey(' sk-~!0123456789\n')).toBe('sk-~!0123456789');
	expect(requireApiKey('a'.repeat(512))).toHaveLength(512);
	expect(requireCallbackToken(' two words ')).toBe('two words');
	expect(requireCallbackToken('  ')).toBeUndefined();
});
