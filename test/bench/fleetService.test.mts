import { isResponse, type Http, type ServiceRequest } from '../../client/ports/index.ts';
import { createEndpoints } from '../../client/api/endpoints.ts';
import { createSchedule } from '../../bench/fleet/schedule.mts';
import { APP, BASE_URL } from '../../bench/fleet/responses.mts';
import { createService, INPUT } from '../../bench/fleet/service.mts';
import { randomFrom } from '../../bench/measure/statistics.mts';
import { useService } from '../client/service.mts';

const service = useService();

const [PLACES, CREATES] = [3, 60];
const SETTINGS = { latencyMs: 0, taskMs: 2_000, durations: '', queueLimit: 0 };
const LIMITS = { ...SETTINGS, places: PLACES };
const body = { web_app_id: APP, input_values: { [INPUT]: 'a red kite' } };
const headers = { 'X-Service-Task-Async': 'enable' };

const random = randomFrom(11);
const durations = Array.from({ length: CREATES }, () => Math.round(500 + 3_000 * random()));
const pauses = Array.from({ length: CREATES }, () => Math.round(800 * random()));

type Place = { readonly http: Http; readonly baseUrl: string; sleep(ms: number): Promise<void> };

/** What the creates and status checks of one schedule are answered. */
async function answersOf({ http, baseUrl, sleep }: Place): Promise<readonly string[]> {
	const endpoints = createEndpoints({ baseUrl });
	const answers: string[] = [];
	const ids: string[] = [];
	for (const pauseMs of pauses) {
		await sleep(pauseMs);
		const create = { method: 'POST', url: endpoints.create, body, headers } as const;
		const created = await say(create);
		if (created.request_id !== undefined) ids.push(created.request_id);
		answers.push(created.request_id === undefined ? String(created.code) : 'accepted');
		for (const requestId of ids.slice(-4)) {
			const status = await say({ method: 'GET', url: endpoints.task(requestId) });
			answers.push(status.data?.status ?? String(status.code));
		}
	}
	return answers;

	async function say(request: Omit<ServiceRequest, 'timeoutMs'>): Promise<Answer> {
		const answer = await http.call({ timeoutMs: 60_000, ...request });
		return isResponse(answer) ? (JSON.parse(answer.body) as Answer) : {};
	}
}

type Answer = { request_id?: string; code?: number; data?: { status: string } | null };

it('the simulated service answers the same creates as the emulator, with the same words', async () => {
	service.emulator.setLimits({ parallelTasks: PLACES });
	for (const runningMs of durations)
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs }, { times: 1 });
	const { sleep } = service.time;
	const real = await answersOf({ http: service.http, baseUrl: service.emulator.apiUrl, sleep });

	const schedule = createSchedule();
	const next = durations.values();
	const { http } = createService(schedule, LIMITS, () => next.next().value ?? 0, Math.random);
	const simulated = await schedule.runUntil(
		answersOf({ http, baseUrl: BASE_URL, sleep: schedule.sleep }),
	);

	expect(simulated).toEqual(real);
	expect(real.filter((word) => word === '30040').length).toBeGreaterThan(5);
	expect(new Set(real)).toEqual(new Set(['accepted', '30040', '30009', 'Running', 'Success']));
});

it('a queue in the service takes more tasks than run, in order', async () => {
	const schedule = createSchedule();
	const parameters = { ...LIMITS, places: 1, queueLimit: 1, retryAfterSeconds: 2 };
	const { http } = createService(schedule, parameters, () => 1_000, Math.random);
	const { create, task } = createEndpoints({ baseUrl: BASE_URL });
	const call = (method: 'GET' | 'POST', url: string) =>
		http.call({ method, url, body, timeoutMs: 1 });

	const all = schedule.runUntil(Promise.all([1, 2, 3].map(() => call('POST', create))));
	const statuses = (await all).map((answer) => isResponse(answer) && answer.status);
	await schedule.runUntil(schedule.sleep(500));
	const [first, second] = await Promise.all(
		['task-1', 'task-2'].map((id) => call('GET', task(id))),
	);

	expect(statuses).toEqual([202, 202, 429]);
	expect(first).toMatchObject({ body: expect.stringContaining('"Running"') });
	expect(second).toMatchObject({ body: expect.stringContaining('"Queuing"') });
	expect((await all)[2]).toMatchObject({ headers: { 'retry-after': '2' } });
});
