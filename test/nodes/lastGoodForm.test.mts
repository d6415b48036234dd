import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const cat = runForm({ [PROMPT]: 'a cat' });
const down = { type: 'answer', status: 500, body: '' } as const;

function detailFails(effect: object = down): void {
	service.emulator.addFault({ on: 'detail', times: Infinity, effect: effect as typeof down });
}

describe('an app that was read less than an hour ago', () => {
	it('is checked against that form, with a hint', async () => {
		await service.run({ parameters: cat });
		detailFails();
		await service.time.sleep(HOUR - 2 * MINUTE);

		const { error, hints } = await service.run({ parameters: cat });

		expect(error).toBeUndefined();
		expect(hints).toEqual([expect.stringContaining('loaded within the last hour')]);
		expect(service.creates()).toBe(2);
	});

	it('still rejects invalid values', async () => {
		await service.run({ parameters: cat });
		detailFails();

		const { error } = await service.run({ parameters: runForm({ '3:KSampler.steps': 500 }) });

		expect(error?.message).toContain('must be a number from 1 to 50');
		expect(service.creates()).toBe(1);
	});

	it('is no longer run after that hour', async () => {
		await service.run({ parameters: cat });
		detailFails();
		await service.time.sleep(HOUR - 2 * MINUTE);
		await service.run({ parameters: cat });
		await service.time.sleep(2 * MINUTE);

		const { error } = await service.run({ parameters: cat });

		expect(error?.message).toContain("Couldn't load the inputs of app");
		expect(service.creates()).toBe(2);
	});

	it('is unknown to another account', async () => {
		await service.run({ parameters: cat });
		detailFails();

		const { error } = await service.run({
			parameters: cat,
			credential: { ...service.credential, apiKey: 'sk-another-account' },
		});

		expect(error?.message).toContain("Couldn't load the inputs of app");
		expect(service.creates()).toBe(1);
	});

	it("is not run if the service says that it doesn't exist anymore", async () => {
		await service.run({ parameters: cat });
		detailFails({ type: 'answer', status: 404, body: { code: 20230, message: 'gone' } });

		const { error } = await service.run({ parameters: cat });

		expect(error?.message).toContain('not found or is not accessible');
		expect(service.creates()).toBe(1);
	});
});
