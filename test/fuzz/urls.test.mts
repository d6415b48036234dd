import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { normalizedAddress, parseHttpUrl } from '../../client/parsing/urls';
import { isPrivateHost } from '../../client/parsing/privateHosts';
import { callbackHeaders, taskHeaderPrefix } from '../../client/api/callbackHeaders';
import { createEndpoints } from '../../client/api/endpoints';
import { modelPath } from '../../client/api/models';
import { fuzz } from './fuzz.mts';
import { hostileText } from './hostile.mts';
import { orRefused } from './refusals.mts';

const address = fc.oneof(
	hostileText,
	fc.tuple(hostileText, hostileText).map(([host, path]) => `http://${host}/${path}`),
	hostileText.map((path) => `https://a.example:8443/${path}`),
);
const credential = fc.record({
	baseUrl: address,
	metadataUrl: fc.option(address, { nil: undefined }),
	requestId: hostileText,
	model: hostileText,
});

/** Under the base, and on the host that the credential names. */
function expectUnder(base: string, url: string, segments: number): void {
	const { host, username, pathname, hash, href } = new URL(url);
	expect(host).toBe(new URL(base).host);
	expect(username).toBe('');
	expect(hash).toBe('');
	expect(href.startsWith(`${base}/v1/`)).toBe(true);
	expect(pathname.slice(new URL(base).pathname.length).split('/').filter(Boolean).length).toBe(
		segments,
	);
}

fuzz('URLs of the credential', credential, ({ requestId, model, ...addresses }) => {
	const base = normalizedAddress(addresses.baseUrl);
	expect(typeof isPrivateHost(addresses.baseUrl)).toBe('boolean');
	for (const endpoints of orRefused(() => createEndpoints(addresses))) {
		if (base === undefined) throw new Error('An invalid URL was accepted');
		expect(endpoints.hosts).toContain(new URL(base).host);
		expectUnder(base, endpoints.create, 5);
		expectUnder(base, endpoints.onApi('wallet'), 2);
		for (const url of orRefused(() => endpoints.outputs(requestId))) expectUnder(base, url, 6);
		for (const path of orRefused(() => modelPath(model)))
			expectUnder(base, endpoints.model(path), 4 + path.split('/').length);
		const { searchParams } = new URL(endpoints.uploadToken(requestId, model));
		expect([...searchParams.keys()]).toEqual(['file_name', 'file_type']);
	}
});

const headers = fc.record({
	prefix: hostileText,
	url: address,
	token: hostileText,
	name: hostileText,
	value: hostileText,
});

fuzz('task headers', headers, ({ prefix, url, token, name, value }) => {
	const [own = 'X-Service-Task-'] = orRefused(() => taskHeaderPrefix(prefix));
	const callbacks = [
		{ url, token: undefined, headers: [] },
		{ url: 'https://a.example/', token, headers: [] },
		{ url: 'https://a.example/', token: 'token', headers: [{ name, value }] },
	];
	for (const sent of callbacks.flatMap((each) => orRefused(() => callbackHeaders(own, each)))) {
		for (const [header, text] of Object.entries(sent)) {
			validateHeaderName(header);
			validateHeaderValue(header, text);
			expect(text).not.toMatch(/[\r\n\0]/);
		}
		expect(parseHttpUrl(sent[`${own}WebHook-Url`] ?? '')).toBeDefined();
		expect(Object.keys(sent).every((header) => header.startsWith(own))).toBe(true);
	}
});
