import { readPayload } from '../../client/envelope';
import { quoted, quotedPage } from '../../client/quote';
import { errorOf } from './errors.mts';

const KEY = 'sk-0123456789abcdefghijklmnopqrstuvwxyz0123456789';

describe('what may be the API key is not quoted', () => {
	it.each([
		['the header', `authorization: Bearer ${KEY}`, 'authorization: …'],
		['the header with a key of another form', 'Authorization: Bearer abcdefgh', 'Authorization: …'],
		['the key alone', `The key ${KEY} is not valid`, 'The key … is not valid'],
		['the key, masked', 'The key sk-wmul****...phzh is not valid', 'The key … is not valid'],
		['in JSON', `{"Authorization":"Bearer ${KEY}"}`, '{"Authorization":"…"}'],
	])('%s', (_, text, shown) => {
		expect(quoted(text)).toBe(shown);
	});

	it.each(['risk-free and ask-me', 'The bearer of bad news', 'sk-1'])('but %j is', (text) => {
		expect(quoted(text)).toBe(text);
	});

	it('in the message, in the code and in a page', async () => {
		const bodies = [
			JSON.stringify({ code: KEY, message: `Bearer ${KEY}` }),
			`<html><pre>authorization: Bearer ${KEY}</pre></html>`,
			JSON.stringify(`The key ${KEY} is not valid`),
		];
		for (const status of [200, 401])
			for (const body of bodies) {
				const read = () => readPayload({ status, headers: {}, body });
				if (status === 200 && body.startsWith('"')) continue;
				const { message, advice, details } = await errorOf(read);
				expect(`${message} ${advice} ${JSON.stringify(details)}`).not.toContain('0123456789');
			}
	});
});

it('half of a record is not quoted: it may hold credentials of the storage', async () => {
	const body = '{"file":{"access_key_secret":"abcdefghijkl';

	const error = await errorOf(() => readPayload({ status: 200, headers: {}, body }));

	expect(error.message).not.toContain('abcdef');
});

it('a page is quoted by its first words', () => {
	expect(quotedPage('<html>\n<h1>Sign in</h1> <p>to go on</p></html>')).toBe('Sign in to go on');
	expect(quotedPage(`<html>${'x'.repeat(200)}`)).toHaveLength(80);
});

it('a long answer of brackets is read as fast as any other', () => {
	const startedAt = performance.now();

	quotedPage('<'.repeat(10_000_000));

	expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('a code that nests deeper than it can be written is shown as none', async () => {
	const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
	const body = `{"code":${deep}}`;

	const error = await errorOf(() => readPayload({ status: 200, headers: {}, body }));

	expect(error.kind).toBe('unexpected');
});
