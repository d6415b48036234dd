import fc from 'fast-check';
import { isPrivateHost, normalizedAddress, parseHttpUrl } from '../../client/addresses';

describe('an address as a user pastes it', () => {
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
		'%j is no address',
		(text) => expect(normalizedAddress(text)).toBeUndefined(),
	);

	it.each(['https://user:password@example.com', 'https://token@example.com'])(
		'%s is refused: it would put a secret into messages',
		(text) => expect(normalizedAddress(text)).toBeUndefined(),
	);

	it('never ends in a slash, whatever is pasted', () => {
		const pasted = fc.webUrl({ withQueryParameters: true, withFragments: true });
		fc.assert(fc.property(pasted, (text) => !normalizedAddress(text)?.endsWith('/')));
	});

	it('is read without throwing', () => {
		const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl());
		fc.assert(
			fc.property(text, (pasted) => {
				normalizedAddress(pasted);
				parseHttpUrl(pasted);
				isPrivateHost(pasted);
			}),
		);
	});
});

describe('hosts that no public file lives on', () => {
	it.each([
		'http://localhost',
		'http://LOCALHOST.',
		'http://files.localhost',
		'http://printer.local',
		'http://127.0.0.1',
		'http://127.1',
		'http://2130706433',
		'http://0x7f.0.0.1',
		'http://0.0.0.0',
		'http://10.1.2.3',
		'http://100.64.0.1',
		'http://169.254.169.254',
		'http://172.16.0.1',
		'http://172.31.255.255',
		'http://192.168.1.1',
		'http://224.0.0.1',
		'http://255.255.255.255',
		'http://[::]',
		'http://[::1]',
		'http://[fd00::1]',
		'http://[fc12::1]',
		'http://[fe80::1]',
		'http://[::ffff:127.0.0.1]',
		'http://[::ffff:192.168.0.1]',
	])('%s', (address) => {
		expect(isPrivateHost(new URL(address).hostname)).toBe(true);
	});

	it.each([
		'http://example.com',
		'http://8.8.8.8',
		'http://100.128.0.1',
		'http://172.32.0.1',
		'http://192.169.0.1',
		'http://[2606:4700::1111]',
		'http://[::ffff:8.8.8.8]',
		'http://localhost.example.com',
		'http://10.example.com',
	])('%s is none of them', (address) => {
		expect(isPrivateHost(new URL(address).hostname)).toBe(false);
	});
});
