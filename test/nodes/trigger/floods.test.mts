import { CALLBACK_BUDGET_MS } from '../../../client/index';
import { until } from '../../until.mts';
import { useService } from '../service.mts';
import { BEARER, createTask, post, TOKEN, useTriggers, type Answer } from './triggerCalls.mts';
import type { TriggerHost } from './triggerHost.mts';

const service = useService();
const listen = useTriggers(service);

const AT_ONCE = 10;
const BUSY = { status: 503, message: 'Too many callbacks at once, try again later' };

/** The time limits of the callbacks, in their order. They end when the test ends them. */
let limits: AbortController[];
beforeEach(() => {
	limits = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limit = new AbortController();
		if (ms === CALLBACK_BUDGET_MS) limits.push(limit);
		return limit.signal;
	});
});

/** The tasks that the service has been asked about. */
const asked = () =>
	service.emulator
		.requests()
		.filter(({ operation }) => operation === 'status')
		.map(({ path }) => path.split('/').find((part) => part.startsWith('flood-')));

/** Calls about flood-1 and so on, for which the service has no answer; the node has all of them. */
async function flood(
	host: TriggerHost,
	count: number,
	headers = {},
): Promise<{ readonly answers: readonly Promise<Answer>[] }> {
	service.emulator.addFault({ on: 'status', times: count, effect: { type: 'hang' } });
	const answers: Promise<Answer>[] = [];
	for (let n = 1; n <= count; n++) {
		const answer = post(host, { request_id: `flood-${n}` }, headers);
		// Those without an answer end when the host does.
		answer.catch(() => undefined);
		answers.push(answer);
		await until(() => limits.length === n);
	}
	await until(() => asked().length === count);
	return { answers };
}

describe('a flood of callbacks', () => {
	it.each([
		['without a token', {}, {}],
		['with one', { callbackToken: TOKEN }, BEARER],
	])(
		'at a trigger %s causes ten requests to the service at a time, and no more reads of the credential',
		async (_, settings, headers) => {
			const host = await listen({}, settings);

			await flood(host, AT_ONCE, headers);
			const reads = host.credentialReads();

			expect(await post(host, { request_id: 'one-more' }, headers)).toEqual(BUSY);
			expect(await post(host, { request_id: 'one-more' }, { authorization: 'no' })).toEqual(BUSY);
			expect(asked()).toHaveLength(AT_ONCE);
			expect(host.credentialReads()).toBe(reads);
		},
	);

	it("at one trigger doesn't delay callbacks of another", async () => {
		const [busy, other] = [await listen(), await listen({}, { callbackToken: TOKEN })];
		const requestId = await createTask(service);
		await flood(busy, AT_ONCE);
		service.emulator.clearFaults();

		expect(await post(busy, { request_id: requestId })).toEqual(BUSY);
		expect(await post(other, { request_id: requestId }, BEARER)).toMatchObject({ status: 200 });
		expect(other.started).toMatchObject([{ request_id: requestId }]);
	});

	it('ends with the time of its callbacks, and later ones are processed', async () => {
		const host = await listen();
		const requestId = await createTask(service);
		const { answers } = await flood(host, AT_ONCE);

		for (const limit of [...limits].reverse()) limit.abort();
		const statuses = (await Promise.all(answers)).map(({ status }) => status);
		expect(statuses).toEqual(answers.map(() => 503));

		service.emulator.clearFaults();
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toMatchObject([{ request_id: requestId }]);
	});
});

it('callbacks of as many tasks as a trigger takes at once start an execution for each', async () => {
	const host = await listen({}, { callbackToken: TOKEN });
	const tasks: string[] = [];
	for (let n = 0; n < AT_ONCE; n++) tasks.push(await createTask(service));

	const answers = await Promise.all(tasks.map((id) => post(host, { request_id: id }, BEARER)));

	expect(answers.map(({ status }) => status)).toEqual(tasks.map(() => 200));
	expect(host.started.map((json) => json['request_id']).sort()).toEqual([...tasks].sort());
});
