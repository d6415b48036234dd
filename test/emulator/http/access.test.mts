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
	['GET', 'metaUrl', '/v1/input_resource?current=1'],
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
		['GET', 'apiUrl', `${TASKS}/${id}/cancel`],
		['GET', 'metaUrl', '/v1/webapp/54663'],
		['GET', 'metaUrl', '/v1/upload/token?file_name=a.png'],
		['POST', 'apiUrl', '/v1/input_resource/commit'],
		['GET', 'metaUrl', '/v1/input_resource/commit'],
	] as const)('%s %s%s is 404', async (method, host, path) => {
		const answer = await visit.send(method, visit.emulator[host] + path);
		expect(answer.status).toBe(404);
	});
});

describe('account', () => {
	it('has a wallet', async () => {
		const { body } = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect(body).toMatchObject({ code: 20000, message: 'Ok', status: true });
		expect(body).toHaveProperty('data', { gift_balance: 899 });
	});

	it('has a user, whose record contains the masked key', async () => {
		const { body } = await visit.send('GET', `${visit.emulator.metaUrl}/v1/user/info`);
		expect(body).toMatchObject({ data: { status: 'normal', api_key: 'sk-emula****wxyz' } });
	});
});

const ORIGIN = { Origin: 'https://app.example.com' };
const WANTED = 'authorization,content-type,x-service-task-async';

describe.each([
	['apiUrl', 'POST', `${TASKS}/create`],
	['apiUrl', 'PUT', `${TASKS}/some-task/cancel`],
	['metaUrl', 'POST', '/v1/input_resource/commit'],
	['metaUrl', 'GET', '/v1/webapp/54663/detail'],
	['metaUrl', 'GET', '/nowhere'],
] as const)('a page of another origin at %s', (host, method, path) => {
	it(`may ask whether it may ${method} ${path}, without a key`, async () => {
		visit.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 500 } });
		const { status, headers } = await fetch(visit.emulator[host] + path, {
			method: 'OPTIONS',
			headers: {
				...ORIGIN,
				'Access-Control-Request-Method': method,
				'Access-Control-Request-Headers': WANTED,
			},
		});
		visit.emulator.clearFaults();
		expect(status).toBe(204);
		expect(headers.get('access-control-allow-origin')).toBe('*');
		expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
		// The wildcard would not include the key.
		expect(headers.get('access-control-allow-headers')).toBe(WANTED);
	});

	it(`may read the answer to ${method} ${path}, a refusal too`, async () => {
		const { headers } = await fetch(visit.emulator[host] + path, { method, headers: ORIGIN });
		expect(headers.get('access-control-allow-origin')).toBe('*');
	});
});

it('the response to a preflight without headers lists none', async () => {
	const { status, headers } = await fetch(visit.emulator.apiUrl, { method: 'OPTIONS' });
	expect(status).toBe(204);
	expect(headers.get('access-control-allow-headers')).toBeNull();
});

it('the storage, which is not the service, allows no page of another origin to read it', async () => {
	const url = `${visit.emulator.storageUrl}/samples/portrait.png`;
	const { status, headers } = await fetch(url, { method: 'HEAD', headers: ORIGIN });
	expect(status).toBe(200);
	expect(headers.get('access-control-allow-origin')).toBeNull();
});
