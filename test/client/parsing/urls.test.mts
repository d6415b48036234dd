import fc from 'fast-check';
import { normalizedAddress, parseHttpUrl } from '../../../client/parsing/urls';

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
			}),
		);
	});
});
