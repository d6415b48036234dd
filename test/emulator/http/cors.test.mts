import { startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;

beforeAll(async () => {
	visit = await startVisit();
});

afterAll(() => visit.emulator.close());

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
