import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

/** A task that the service can no longer find. */
async function forgotten() {
	const work = createWork(service);
	const { requestId } = await work.attempt();
	service.emulator.addFault({
		on: 'status',
		effect: { type: 'refuse', code: 30009 },
		times: Infinity,
	});
	return { work, requestId };
}

it('the message has the request ID and what to do, and no second task is created', async () => {
	const { work, requestId } = await forgotten();

	for (let n = 0; n < 3; n++) {
		const error = await errorOf(() => work.run());

		expect(error.kind).toBe('task_not_found');
		expect(error.message).toContain(`can no longer find it (request ID ${requestId})`);
		expect(error.advice).toContain('You may be charged.');
		expect(error.advice).toContain('Retry Unconfirmed Tasks');
	}
	expect(service.requests('create')).toHaveLength(1);
	expect(work.entry()).toMatchObject({ tasks: [{ requestId }] });
});

it('a new task is created if the user accepts a second charge', async () => {
	const { work, requestId } = await forgotten();

	const error = await errorOf(() => work.run({ retryUnconfirmed: true }));
	service.emulator.clearFaults();
	const { result } = await work.run({ retryUnconfirmed: true });

	expect(error.message).toContain(requestId);
	expect(error.advice).toContain('creates a new task');
	expect(result.requestId).not.toBe(requestId);
	expect(service.requests('create')).toHaveLength(2);
});

it('a retry attaches to the task once the service finds it again', async () => {
	const { work, requestId } = await forgotten();
	await errorOf(() => work.run());
	service.emulator.clearFaults();

	expect((await work.run()).result.requestId).toBe(requestId);
	expect(service.requests('create')).toHaveLength(1);
});
