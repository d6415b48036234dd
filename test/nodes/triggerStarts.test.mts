import { useService } from './service.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';
import { until } from '../until.mts';
import type { TriggerHost } from './triggerHost.mts';

const service = useService();
const listen = useTriggers(service);

afterEach(() => jest.restoreAllMocks());

/** Keeps n8n from starting executions until the gate is opened or fails. */
function gateOf(host: TriggerHost) {
	let waiting = 0;
	let open = () => {};
	let fail = () => {};
	const gate = new Promise<void>((resolve, reject) => {
		open = resolve;
		fail = () => reject(new Error('no room'));
	});
	host.onStart(() => {
		waiting += 1;
		return gate;
	});
	return {
		open: () => open(),
		fail: () => fail(),
		/** How many runs n8n has been asked for. */
		asked: () => waiting,
		reached: () => until(() => waiting > 0),
	};
}

describe('a callback counts as received after n8n has started its execution', () => {
	it("an execution that couldn't be started is started by the next callback", async () => {
		const host = await listen();
		const requestId = await createTask(service);
		host.onStart(() => Promise.reject(new Error('no room')));
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 500 });

		host.onStart(() => Promise.resolve());

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['started', 'open', 200],
		['could not be started', 'fail', 503],
	] as const)(
		'waiting duplicates get their response when the execution %s',
		async (_, what, status) => {
			const host = await listen();
			const gate = gateOf(host);
			const requestId = await createTask(service);
			const first = post(host, { request_id: requestId });
			await gate.reached();
			const second = post(host, { request_id: requestId });
			await until(() => host.calls() === 2);

			gate[what]();

			expect(await first).toMatchObject({ status: what === 'open' ? 200 : 500 });
			expect(await second).toMatchObject({ status });
			expect(gate.asked()).toBe(1);
		},
	);

	it('duplicates that wait too long are asked to call again', async () => {
		const host = await listen();
		const gate = gateOf(host);
		const requestId = await createTask(service);
		const first = post(host, { request_id: requestId });
		await gate.reached();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });

		gate.open();
		await first;
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['starts anyway', 'open', 1],
		['fails', 'fail', 0],
	] as const)(
		'the caller has disconnected, and the execution %s',
		async (_, what, startedByFirst) => {
			const host = await listen();
			const gate = gateOf(host);
			const requestId = await createTask(service);
			const hangUp = new AbortController();
			const first = post(host, { request_id: requestId }, {}, hangUp.signal);
			await gate.reached();
			hangUp.abort();
			await expect(first).rejects.toThrow();
			expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });

			let startedByNext = 0;
			host.onStart(() => Promise.resolve(void (startedByNext += 1)));
			gate[what]();
			await until(async () => (await post(host, { request_id: requestId })).status === 200);

			expect(startedByNext).toBe(1 - startedByFirst);
			expect(host.started).toHaveLength(1);
		},
	);
});
