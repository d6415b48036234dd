import { request, type IncomingMessage } from 'node:http';
import { startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;

beforeAll(async () => {
	visit = await startVisit();
});

afterAll(() => visit.emulator.close());

const id = '00000000-0000-4000-8000-000000000000';

describe.each([
	['POST', 'apiUrl', `${TASKS}/create`],
	['GET', 'apiUrl', `${TASKS}/${id}`],
	['GET', 'apiUrl', `${TASKS}/${id}/outputs`],
	['PUT', 'apiUrl', `${TASKS}/${id}/cancel`],
	['PUT', 'apiUrl', `${TASKS}/${id}/interrupt`],
	['GET', 'apiUrl', '/v1/wallet'],
	['POST', 'apiUrl', '/v1/modelzoo/tasks/openapi/sample-painter/text-to-image'],
	['GET', 'apiUrl', `/v1/modelzoo/tasks/openapi/${id}`],
	['GET', 'apiUrl', `/v1/modelzoo/tasks/${id}`],
	['GET', 'metaUrl', '/v1/user/info'],
	['GET', 'apiUrl', '/v1/upload/token?file_name=a.png'],
	['POST', 'metaUrl', '/v1/input_resource/commit'],
] as const)('%s %s%s', (method, host, path) => {
	it.each([
		['no key', undefined, 'Token cannot be empty'],
		['a wrong key', 'Bearer sk-wrong', 'Token is invalid'],
		['a key without its scheme', 'sk-emulator', 'Token is invalid'],
	])('is 401 with a JSON string for %s', async (_case, authorization, message) => {
		const headers = authorization ? { authorization } : undefined;
		const response = await fetch(visit.emulator[host] + path, { method, headers });
		expect(response.status).toBe(401);
		expect(await response.json()).toBe(message);
	});
});

describe("URLs that the service doesn't have", () => {
	it.each([
		['POST', 'metaUrl', `${TASKS}/create`],
		['GET', 'apiUrl', '/v1/user/info'],
		['GET', 'apiUrl', '/v1/webapp/54663/detail'],
		['GET', 'metaUrl', '/v1/upload/token?file_name=a.png'],
	] as const)('%s %s%s is 404', async (method, host, path) => {
		const answer = await visit.send(method, visit.emulator[host] + path);
		expect(answer.status).toBe(404);
	});
});

/** What a browser sends for a page; `fetch` sets no Host of its own. */
function asPage(url: string, method: string, headers: Readonly<Record<string, string>>) {
	return new Promise<IncomingMessage>((resolve, reject) => {
		request(url, { method, headers }, (response) => resolve(response.resume()))
			.on('error', reject)
			.end();
	});
}

it('a page of another origin reads no file of the storage', async () => {
	const url = `${visit.emulator.storageUrl}/samples/portrait.png`;

	const { statusCode } = await asPage(url, 'GET', { origin: 'https://evil.example' });

	expect(statusCode).toBe(403);
});

describe.each([
	['apiUrl', 'POST', `${TASKS}/create`],
	['metaUrl', 'GET', '/v1/webapp/54663/detail'],
	['controlUrl', 'GET', '/control/state'],
	['controlUrl', 'POST', '/control/reset'],
] as const)('a page at %s, with %s %s', (host, method, path) => {
	const key = () => ({ authorization: `Bearer ${visit.emulator.apiKey}` });

	it.each([
		['of another origin', { origin: 'https://evil.example' }],
		['of a sandbox', { origin: 'null' }],
		['whose name leads to this machine', { host: 'rebound.evil.example' }],
	])('is turned away %s, also with the key', async (_, headers) => {
		const before = visit.emulator.requests().length;
		const { headers: answered, statusCode } = await asPage(visit.emulator[host] + path, method, {
			...key(),
			...headers,
		});

		expect(statusCode).toBe(403);
		expect(answered).not.toHaveProperty('access-control-allow-origin');
		expect(visit.emulator.requests()).toHaveLength(before);
	});

	it('gets no permission if it asks for one before', async () => {
		const { headers, statusCode } = await asPage(visit.emulator[host] + path, 'OPTIONS', {
			...{ origin: 'https://evil.example', 'access-control-request-method': method },
			'access-control-request-headers': 'authorization,content-type',
		});

		expect(statusCode).toBe(403);
		expect(Object.keys(headers).join()).not.toContain('access-control');
	});
});
