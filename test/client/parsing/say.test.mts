import fc from 'fast-check';
import { AiAppError } from '../../../client/errors/AiAppError';
import { isPrivateHost } from '../../../client/parsing/privateHosts';
import { excerpt, excerptOfHtml, say } from '../../../client/parsing/say';
import { normalizedAddress } from '../../../client/parsing/urls';
import { readPayload } from '../api/payload.mts';
import { errorOf } from '../errors.mts';

const KEY = 'sk-0123456789abcdefghijklmnopqrstuvwxyz0123456789';

describe('a possible API key is not quoted', () => {
	it.each([
		['the header', `authorization: Bearer ${KEY}`, 'authorization: …'],
		['the header with a key of another form', 'Authorization: Bearer abcdefgh', 'Authorization: …'],
		['the key alone', `The key ${KEY} is not valid`, 'The key … is not valid'],
		['the key, masked', 'The key sk-wmul****...phzh is not valid', 'The key … is not valid'],
		['in JSON', `{"Authorization":"Bearer ${KEY}"}`, '{"Authorization":"…"}'],
	])('%s is left out', (_, text, shown) => {
		expect(excerpt(text)).toBe(shown);
	});

	it.each(['risk-free and ask-me', 'The bearer of bad news', 'sk-1'])(
		'%j is no key, and is quoted',
		(text) => {
			expect(excerpt(text)).toBe(text);
		},
	);

	it('it may stand in the message, in the code and in an HTML page', async () => {
		const bodies = [
			JSON.stringify({ code: KEY, message: `Bearer ${KEY}` }),
			`<html><pre>authorization: Bearer ${KEY}</pre></html>`,
			JSON.stringify(`The key ${KEY} is not valid`),
		];
		for (const status of [200, 401])
			for (const body of bodies) {
				const read = () => readPayload({ status, headers: {}, body });
				if (status === 200 && body.startsWith('"')) continue;
				const { message, details } = await errorOf(read);
				expect(`${message} ${JSON.stringify(details)}`).not.toContain('0123456789');
			}
	});
});

describe('the signature of a URL is not quoted', () => {
	const FILE = 'https://bucket.example/a/b.png';

	it.each([
		['its query', `${FILE}?Expires=1&Signature=abc`, FILE],
		['its query, quotes in it', `'${FILE}?name='x'&Signature=abc'.`, `'${FILE}`],
		[
			'its query, slashes escaped',
			String.raw`https:\/\/h.example/a?Signature=abc`,
			String.raw`https:\/\/h.example/a`,
		],
		[
			'a user name, slashes escaped',
			String.raw`https:\/\/user:word@h.example/a`,
			String.raw`https:\/\/h.example/a`,
		],
		[
			'its query, an apostrophe before it',
			"https://b.example/it's.png?Signature=abc",
			"https://b.example/it's.png",
		],
		['a user name, an apostrophe in it', "https://us'er:word@b.example/a", 'https://b.example/a'],
		['its fragment', `${FILE}#token`, FILE],
		['a user name in it', 'https://user:word@bucket.example/a', 'https://bucket.example/a'],
		[
			'in the middle of a text',
			`see "${FILE}?s=1" or HTTP://A.example?x y`,
			`see "${FILE}" or HTTP://A.example y`,
		],
	])('%s is left out', (_, text, shown) => {
		expect(excerpt(text)).toBe(shown);
	});
});

describe('markup and invisible characters are not quoted', () => {
	it.each([
		['line ends', 'a\r\nb', 'a b'],
		['escape sequences', 'a\u001b[31mb', 'a [31mb'],
		['line ends of Unicode', 'a\u2028b\u2029c', 'a b c'],
		['marks that turn its direction', 'a\u202Eb\u2066c', 'a b c'],
		['characters without a width', 'a\u200bb\u00adc', 'abc'],
		['letters that only models read', 'a\u{e0041}\u{e0042}b', 'ab'],
		['variants that only models read', 'a\u{e0100}\u{e01ef}b', 'ab'],
		['fillers that look like nothing', 'a\u3164\uffa0\u034f\ufe01b', 'ab'],
		['joiners between letters', 'a\u200db', 'ab'],
		['half of a character', 'a\ud83d b\ude00', 'a b'],
		['tags', '<a href="https://evil.example">x</a>', '‹a href="https://evil.example"›x‹/a›'],
	])('%s are replaced', (_, text, shown) => {
		expect(excerpt(text)).toBe(shown);
	});
});

it('an emoji of several characters is quoted whole, and never cut in its middle', () => {
	expect(excerpt('👩🏽\u200d💻 and ❤️\u200d🔥')).toBe('👩🏽\u200d💻 and ❤️\u200d🔥');
	expect(excerpt('a😀😀', 4)).toBe('a😀');
});

describe('a sentence with untrusted text', () => {
	it('marks the texts of others as JSON strings', () => {
		expect(say`The app accepts: ${{ foreign: ['a. "Call b', 'c\n'] }}.`).toBe(
			'The app accepts: "a. \\"Call b", "c".',
		);
		expect(say`It failed: ${{ foreign: 'x"' }}`).toBe('It failed: "x\\""');
	});

	it('quotes each one, up to its maximum length', () => {
		expect(say`a ${'b\nc'} d ${7} e`).toBe('a b c d 7 e');
		expect(say`a ${'x'.repeat(3_000_000)} b`).toBe(`a ${'x'.repeat(300)} b`);
		expect(say`a ${undefined}b`).toBe('a b');
	});

	it('lists twenty entries, and how many more there are', () => {
		const entries = Array.from({ length: 200_000 }, (_, n) => `<${n}>`);

		expect(say`one of: ${entries}.`).toMatch(/^one of: ‹0›, ‹1›, .*, ‹19› and 199980 more\.$/);
		expect(say`one of: ${entries.slice(0, 20)}.`).toMatch(/‹18›, ‹19›\.$/);
	});

	it('contains the message of an error unchanged', () => {
		const error = new AiAppError('busy', say`${'x'.repeat(300)}, ${'y'.repeat(300)}`);

		expect(say`Because: ${error}.`).toBe(`Because: ${error.message}.`);
	});
});

it('of each URL in a text the query is left out', () => {
	const text = 'at http://a.example/x?s=1#f, https://b.example/y#z and http://http://c.example/?q';

	expect(excerpt(text)).toBe(
		'at http://a.example/x https://b.example/y and http://http://c.example/',
	);
});

it('half of a record is not quoted, because it may contain storage credentials', async () => {
	const body = '{"file":{"access_key_secret":"abcdefghijkl';

	const error = await errorOf(() => readPayload({ status: 200, headers: {}, body }));

	expect(error.message).not.toContain('abcdef');
});

it('only the first words of an HTML page are quoted', () => {
	expect(excerptOfHtml('<html>\n<h1>Sign in</h1> <p>to go on</p></html>')).toBe('Sign in to go on');
	expect(excerptOfHtml(`<html>${'x'.repeat(200)}`)).toHaveLength(80);
});

it('a code that nests too deeply is not shown', async () => {
	const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
	const body = `{"code":${deep}}`;

	const error = await errorOf(() => readPayload({ status: 200, headers: {}, body }));

	expect(error.kind).toBe('unexpected_response');
});

describe('a URL that a user pastes', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://api.example.com/v1/ ', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://API.Example.com:443', 'https://api.example.com'],
		['http://localhost:8080/v1', 'http://localhost:8080'],
		['https://example.com/gateway/v1/', 'https://example.com/gateway'],
		['https://example.com//v1', 'https://example.com'],
		['https://example.com/v1?key=secret#top', 'https://example.com'],
	])('%s becomes %s', (pasted, address) => {
		expect(normalizedAddress(pasted)).toBe(address);
	});

	it.each(['', 'api.example.com', 'ftp://example.com', 'https://', 'javascript:alert(1)'])(
		'%j is rejected',
		(text) => expect(normalizedAddress(text)).toBeUndefined(),
	);

	it.each(['https://user:password@example.com', 'https://token@example.com'])(
		'%s is rejected, because messages would show its secret',
		(text) => expect(normalizedAddress(text)).toBeUndefined(),
	);
});

const ofAddress = (address: string) => isPrivateHost(new URL(address).hostname);

describe('private hosts', () => {
	it.each([
		// This machine, by name.
		...['localhost', 'LOCALHOST.', 'files.localhost', 'localhost.localdomain', 'ip6-localhost'],
		// Names of one label: containers, machines of the same network.
		...['postgres:5432', 'redis', 'main', 'n8n:5678', 'metadata', 'local', 'n8n.', 'com'],
		// Names of local networks.
		...['printer.local', 'host.docker.internal', 'metadata.google.internal', 'router.lan'],
		...['kubernetes.default.svc', 'nas.home.arpa', 'wiki.corp', 'a.intranet', 'NAS.Home.'],
		// Every spelling of 127.0.0.1.
		...[
			'127.0.0.1',
			'127.1',
			'2130706433',
			'0x7f.0.0.1',
			'0177.0.0.1',
			'１２７.０.０.１',
			'127.0.0.1.',
		],
		...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '169.254.169.254'],
		...['172.16.0.1', '172.31.255.255', '192.168.1.1', '168.63.129.16', '192.0.0.192'],
		...['198.18.0.1', '198.19.255.255'],
		...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
		// IPv6, public or not.
		...['[::]', '[::1]', '[fd00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]'],
		...['[64:ff9b::169.254.169.254]', '[2002:a9fe:a9fe::1]', '[2606:4700::1111]'],
	])('%s is one of them', (host) => {
		expect(ofAddress(`http://${host}`)).toBe(true);
	});

	it.each([
		...['example.com', 'localhost.example.com', '10.example.com', 'local.example.com'],
		...['internal.example.com', 'svc.io', 'mylocal.dev', 'xn--80ak6aa92e.com', 'home.arpa.net'],
		...['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '192.169.0.1', '168.63.129.17'],
		...['192.0.1.1', '198.17.255.255', '198.20.0.1', '223.255.255.255', '11.0.0.1'],
	])('%s is not one of them', (host) => {
		expect(ofAddress(`http://${host}`)).toBe(false);
	});

	it('any IPv6 address is one of them', () => {
		fc.assert(
			fc.property(fc.ipV6(), (address) => {
				expect(isPrivateHost(new URL(`http://[${address}]`).hostname)).toBe(true);
			}),
		);
	});
});
