import fc from 'fast-check';
import { createEndpoints } from '../../../client/api/endpoints';
import { errorOf } from '../errors.mts';

const baseUrl = 'https://api.example.com/v1/';
const metadataUrl = 'https://meta.example.com';
const endpoints = createEndpoints({ baseUrl, metadataUrl });
const TASKS = 'https://api.example.com/v1/webapp/task/openapi';

it.each([
	['create', endpoints.create, `${TASKS}/create`],
	['status', endpoints.task('r-1'), `${TASKS}/r-1`],
	['outputs', endpoints.outputs('r-1'), `${TASKS}/r-1/outputs`],
	['cancel', endpoints.cancel('r-1'), `${TASKS}/r-1/cancel`],
	['interrupt', endpoints.interrupt('r-1'), `${TASKS}/r-1/interrupt`],
	['detail', endpoints.appDetail(7), 'https://meta.example.com/v1/webapp/7/detail'],
])('%s has the URL of the specification', (_, address, expected) => {
	expect(address).toBe(expected);
});

it.each([undefined, '', '  '])('metadata comes from the Base URL when %j is given', (none) => {
	const only = createEndpoints({ baseUrl, metadataUrl: none });

	expect(only.appDetail(7)).toBe('https://api.example.com/v1/webapp/7/detail');
	expect(only.hosts).toEqual(['api.example.com']);
});

it('the API key may go to the two hosts and nowhere else', () => {
	expect(endpoints.hosts).toEqual(['api.example.com', 'meta.example.com']);
});

it.each([
	['base', { baseUrl: 'api.example.com' }],
	['base', { baseUrl: '' }],
	['metadata', { baseUrl, metadataUrl: 'ftp://meta.example.com' }],
])('an invalid %s URL is named in the message', async (field, addresses) => {
	const error = await errorOf(() => createEndpoints(addresses));

	expect(error.message).toContain(field);
	expect(error.details).toMatchObject({ reason: 'address', name: field });
});

it.each(['', '.', '..', '\ud800'])('the request ID %j is rejected', async (requestId) => {
	expect((await errorOf(() => endpoints.cancel(requestId))).kind).toBe('input');
});

it('a request ID is one segment of the path, whatever it contains', () => {
	const id = fc
		.string({ unit: 'grapheme', minLength: 1 })
		.filter((text) => !/^\.{1,2}$/.test(text));
	fc.assert(
		fc.property(id, (requestId) => {
			const segments = new URL(endpoints.cancel(requestId)).pathname.split('/');
			expect(segments.slice(0, 5)).toEqual(['', 'v1', 'webapp', 'task', 'openapi']);
			expect(segments.slice(6)).toEqual(['cancel']);
		}),
	);
});
