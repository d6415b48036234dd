import { createService } from '../../../emulator/service/service.mts';
import { manualClock } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';

describe('a reset', () => {
	it('replaces everything but the clock, the key, the quirks and the URLs', () => {
		const service = createService({ clock: manualClock(), apiKey: 'key' });
		const before = { ...service };

		service.reset();

		const kept = Object.keys(before).filter(
			(name) => service[name as keyof typeof service] === before[name as keyof typeof before],
		);
		expect(kept).toEqual(['clock', 'apiKey', 'quirks', 'taskHeaderPrefix', 'addresses', 'reset']);
	});

	it('leaves the emulator at its URLs as a new one', async () => {
		const [used, fresh] = [await startVisit(), await startVisit()];
		const { emulator } = used;
		emulator.plan({ outcome: 'Failed' });
		await used.create();
		emulator.plan({ outcome: 'Failed' }, { times: 9 });
		emulator.addFault({ on: 'create', times: 9, effect: { type: 'answer', status: 500 } });
		emulator.addFault({ on: 'token', times: 9, effect: { type: 'answer', status: 500 } });
		emulator.setLimits({ parallelTasks: 0 });
		emulator.setUpStorage({ bucket: 'other' });
		emulator.setUpModels({ statusAt: 'plain' });

		emulator.reset();

		expect(await stateAfterOneTask(used)).toEqual(await stateAfterOneTask(fresh));
		await Promise.all([emulator.close(), fresh.emulator.close()]);
	});
});

/** What tests can see, without what is of chance. */
async function stateAfterOneTask(visit: Visit): Promise<unknown> {
	const { emulator, create, send } = visit;
	const id = await create();
	const token = await send('GET', `${emulator.apiUrl}/v1/upload/token?file_name=a.png`);
	const { bucket } = (token.body as { data: { storage: { bucket: string } } }).data.storage;
	await visit.advance(3_600_000);
	const status = await send('GET', `${emulator.apiUrl}/v1/modelzoo/tasks/openapi/${id}`);
	return {
		bucket,
		tasks: emulator.tasks().map((task) => ({ ...task, requestId: task.requestId === id })),
		modelTasks: emulator.modelTasks(),
		deliveries: emulator.deliveries(),
		credentials: emulator.credentials().length,
		model: status.body,
		requests: emulator
			.requests()
			.map(({ operation, path, ...each }) => [operation, path.replace(id, 'id'), each.status]),
	};
}

it('emulators of one process share their routes and nothing else', async () => {
	const [one, other] = [await startVisit({ apiKey: 'one' }), await startVisit({ apiKey: 'two' })];

	await one.create();

	expect(one.emulator.tasks()).toHaveLength(1);
	expect([other.emulator.tasks(), other.emulator.requests()]).toEqual([[], []]);
	const crossed = await fetch(`${other.emulator.apiUrl}/v1/wallet`, {
		headers: { authorization: 'Bearer one' },
	});
	expect(crossed.status).toBe(401);
	await Promise.all([one.emulator.close(), other.emulator.close()]);
});
