import { collections, PROMPT, runForm, useService } from './service.mts';

const service = useService();

const cat = (options = {}) => runForm({ [PROMPT]: 'a cat' }, collections(options));

describe('n8n shows an execution as failed, not as canceled by its user,', () => {
	it('if someone else canceled the task', async () => {
		const body = { code: 20000, message: 'Ok', data: { status: 'Canceled' } };
		service.emulator.addFault({ on: 'status', effect: { type: 'answer', status: 200, body } });

		const { run } = await service.run({ parameters: cat() });

		expect(run.data.resultData.error?.message).toContain('finished with the status Canceled');
		expect(run.status).toBe('error');
	});

	it('if the task was canceled after Max Wait Time', async () => {
		service.emulator.plan({ queuingMs: 60_000 });

		const { run } = await service.run({
			parameters: cat({ maxWaitMinutes: 0.1, onTimeout: 'stop' }),
		});

		expect(run.data.resultData.error?.message).toContain('and was stopped');
		expect(run.status).toBe('error');
	});

	it('if the message of the service contains the word', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'canceled by the operator' });

		const { run } = await service.run({ parameters: cat() });

		expect(run.data.resultData.error?.message).toContain('by the operator');
		expect(run.status).toBe('error');
	});
});

it.each([
	['was queuing', { queuingMs: 60_000 }],
	['was running', { runningMs: 60_000 }],
])(
	'n8n shows an execution as canceled if the user stopped it while the task %s',
	async (_, plan) => {
		service.emulator.plan(plan);

		const { run } = await service.run({
			parameters: cat(),
			onStart: (stop) => service.time.after(3_000, stop),
		});

		expect(run.status).toBe('canceled');
	},
);
