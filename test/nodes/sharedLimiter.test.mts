import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { processMemory } from '../../nodes/AiApp/io/processMemory';
import { shareLimiter } from '../../nodes/AiApp/execution/sharedLimiter';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();
const cat = runForm({ [PROMPT]: 'a cat' });
const busy = (retryAfter: string) =>
	({
		type: 'answer',
		status: 429,
		body: { code: 30040 },
		headers: { 'retry-after': retryAfter },
	}) as const;

function createTimes(): number[] {
	return service.emulator
		.requests()
		.filter(({ operation }) => operation === 'create')
		.map(({ at }) => at);
}

it('a refusal slows the other executions of the account', async () => {
	service.emulator.addFault({ on: 'create', effect: busy('20'), times: 1 });
	const first = service.run({ parameters: cat });
	while (service.creates() === 0) await new Promise((resolve) => setImmediate(resolve));
	await Promise.all([first, service.run({ parameters: cat })]);

	const [refused = 0, ...others] = createTimes();
	expect(Math.min(...others) - refused).toBeGreaterThanOrEqual(20_000);
});

it('a later execution knows of a refusal, and another account does not', async () => {
	service.emulator.addFault({ on: 'create', effect: busy('20'), times: 1 });
	const limits = { maxWaitMinutes: 0.1 };
	await service.run({ parameters: { ...cat, limits } });
	expect(createTimes()).toHaveLength(1);

	const { error } = await service.run({ parameters: { ...cat, limits } });
	expect(error?.message).toContain('No place for the task became free');
	expect(error?.description).toContain("You weren't charged.");
	expect(createTimes()).toHaveLength(1);

	const metadataUrl = service.emulator.metaUrl.replace('127.0.0.1', 'localhost');
	const elsewhere = { ...service.credential, metadataUrl };
	await service.run({ parameters: { ...cat, limits }, credential: elsewhere });
	expect(createTimes()).toHaveLength(2);
});

it('a batch does not keep another execution waiting until it has ended', async () => {
	service.emulator.setLimits({ parallelTasks: 2 });
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 10_000 });
	const items = Array.from({ length: 20 }, (_, n) => ({ json: { prompt: `cat ${n}` } }));
	const batch = service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { options: { maxAtATime: 20 } }),
		items,
	});
	const begun = service.time.now();
	await service.time.sleep(2_000);

	const { error } = await service.run({ parameters: cat });

	expect(error).toBeUndefined();
	expect(service.time.now() - begun).toBeLessThan(40_000);
	expect((await batch).outputs[0]).toHaveLength(20);
	expect(service.time.now() - begun).toBeGreaterThan(100_000);
});

describe('the memory of the process', () => {
	it('keeps a limiter that is in use, whatever else is put into it', () => {
		const first = shareLimiter('account');
		// 10,000 executions over 500 apps and 50 accounts: 20 MB, of which 4 are kept.
		const forms = processMemory.section<string>('appForms');
		for (let n = 0; n < 10_000; n++) {
			const { release } = shareLimiter(`other ${n % 50}`);
			forms.set(`app ${n % 500}`, 'a form', 40_000);
			release();
		}

		expect(shareLimiter('account').limiter).toBe(first.limiter);
		const kept = Array.from({ length: 500 }, (_, n) => forms.get(`app ${n}`)).filter(Boolean);
		expect(kept.length).toBeGreaterThan(90);
		expect(kept.length * 40_000).toBeLessThanOrEqual(4_000_000);
	});

	it('keeps one that nobody uses until its account needs the room', () => {
		const used = shareLimiter('idle');
		used.release();
		const again = shareLimiter('idle');
		expect(again.limiter).toBe(used.limiter);
		again.release();
		processMemory.section<string>('appForms').set('other:large', 'a form', 4_000_000);
		const still = shareLimiter('idle');
		expect(still.limiter).toBe(used.limiter);
		still.release();

		processMemory.section<string>('appForms').set('idle:large', 'a form', 4_000_000);

		expect(shareLimiter('idle').limiter).not.toBe(used.limiter);
	});
});

it('two copies of the package in one process, as after an update, get along', async () => {
	service.emulator.setLimits({ parallelTasks: 3 });
	let copy = new AiApp();
	jest.isolateModules(() => {
		const fresh = jest.requireActual<{ readonly AiApp: typeof AiApp }>(
			'../../nodes/AiApp/AiApp.node',
		);
		copy = new fresh.AiApp();
	});
	expect(copy).not.toBeInstanceOf(AiApp);
	const old = Array.from({ length: 5 }, () => service.run({ parameters: cat }));
	await service.time.sleep(1_000);
	jest.spyOn(AiApp.prototype, 'execute').mockImplementation(copy.execute);
	const updated = Array.from({ length: 5 }, () => service.run({ parameters: cat }));

	const ended = await Promise.all([...old, ...updated]);

	expect(ended.map(({ error }) => error)).toEqual(ended.map(() => undefined));
	expect(service.emulator.tasks()).toHaveLength(10);
});
