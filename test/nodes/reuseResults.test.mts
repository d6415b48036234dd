import { inputItems } from './pausedRuns.mts';
import { PROMPT, runForm, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();
const SEED = '30:Seed (rgthree).seed';
const HOUR = 60 * 60_000;

/** A prompt of its own for each test: the memory of the process outlives them. */
let prompts = 0;
let prompt = '';
beforeEach(() => {
	prompts += 1;
	prompt = `cat number ${prompts}`;
});

function cat(options: Parameters = {}, values: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm(
		{ [PROMPT]: prompt, ...values },
		{ options: { reuseResults: true, ...options }, ...more },
	);
}

async function jsonOf(parameters: Parameters, more = {}) {
	const { outputs } = await service.run({ parameters, ...more });
	return outputs[0]?.[0]?.json;
}

it('returns the result of an earlier task with the same inputs', async () => {
	const first = await jsonOf(cat());
	const second = await jsonOf(cat());

	expect(second).toMatchObject({
		request_id: first?.request_id,
		url: first?.url,
		reused: true,
		billed_seconds: 0,
	});
	expect(first).not.toHaveProperty('reused');
	expect(service.creates()).toBe(1);
});

it('equal items of one execution are created once', async () => {
	const { outputs } = await service.run({ parameters: cat(), items: inputItems(3) });

	expect(outputs[0]?.filter(({ json }) => json.reused === true)).toHaveLength(2);
	expect(service.creates()).toBe(1);
});

it('equal items that fail are created one after the other', async () => {
	service.emulator.plan({ outcome: 'Failed' });
	const settings = { onError: 'continueRegularOutput' as const };

	const { outputs } = await service.run({ parameters: cat(), items: inputItems(2), settings });

	expect(outputs[0]?.filter(({ json }) => 'error' in json)).toHaveLength(2);
	expect(service.creates()).toBe(2);
});

describe('creates a task', () => {
	it.each<[string, () => Parameters, () => Parameters]>([
		['for another prompt', () => cat(), () => cat({}, { [PROMPT]: `${prompt}!` })],
		['for another seed', () => cat({}, { [SEED]: 1 }), () => cat({}, { [SEED]: 2 })],
		['for random seeds', () => cat({ seedMode: 'random' }), () => cat({ seedMode: 'random' })],
		['for variations', () => cat(), () => cat({ variations: 2 })],
		['if the option is off', () => cat(), () => cat({ reuseResults: false })],
		['if nothing was remembered', () => cat({ reuseResults: false }), () => cat()],
		['in a mode that waits for nothing', () => cat(), () => cat({}, {}, { waitMode: 'none' })],
	])('%s', async (_, first, second) => {
		await jsonOf(first());
		const before = service.creates();

		expect(await jsonOf(second())).not.toHaveProperty('reused');
		expect(service.creates()).toBeGreaterThan(before);
	});

	it('for another account', async () => {
		await jsonOf(cat());
		const { apiUrl } = service.emulator;
		const baseUrl = apiUrl.replace('127.0.0.1', 'localhost');
		const credential = { ...service.credential, baseUrl };

		const json = await jsonOf(cat(), { credential });

		expect(json).toMatchObject({ status: 'Success' });
		expect(json).not.toHaveProperty('reused');
	});

	it('if the task ended badly', async () => {
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });
		await service.run({ parameters: cat() });

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
	});

	it('if one of its outputs was rejected', async () => {
		service.emulator.plan({ outputs: 'partial' }, { times: 1 });
		await jsonOf(cat());

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
	});

	it('if the result expires soon', async () => {
		const first = await jsonOf(cat());
		const expiresAt = Date.parse(String(first?.expires_at));
		const EARLY = 11 * 60_000;
		// Used now and then, it's still remembered.
		while (expiresAt - service.time.now() > HOUR) {
			await service.time.sleep(Math.min(HOUR - 1, expiresAt - service.time.now() - EARLY));
			expect(await jsonOf(cat())).toHaveProperty('reused', true);
		}
		await service.time.sleep(expiresAt - service.time.now() - 9 * 60_000);

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
	});

	it.each([
		['no longer knows the task', { status: 404, body: { code: 30009 } }],
		['does not answer', { status: 503, body: {} }],
	])('if the service %s', async (_, answer) => {
		await jsonOf(cat());
		const before = service.creates();
		const effect = { type: 'answer', ...answer } as const;
		service.emulator.addFault({ on: 'status', effect, times: 1 });

		expect(await jsonOf(cat())).not.toHaveProperty('reused');
		expect(service.creates()).toBe(before + 1);
	});
});

it('costs nothing, also in the summary', async () => {
	const options = { pricePerSecond: 0.5 };
	await jsonOf(cat(options));
	const { outputs, hints } = await service.run({ parameters: cat(options), items: inputItems(2) });

	expect(outputs[0]?.map(({ json }) => json.cost)).toEqual([0, 0]);
	expect(hints).toEqual(['2 results reused.']);
});
