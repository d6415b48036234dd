import { createEmptyRunExecutionData, type IExecuteFunctions } from 'n8n-workflow';
import { toolLedger } from '../../nodes/AiApp/execution/toolLedger';
import { PROMPT, runForm, useService } from './service.mts';
import { callNode } from './toolCalls.mts';

const service = useService();
const MINUTE = 60_000;
const FULL = { type: 'answer', status: 429, body: { code: 30040 } } as const;

/** The request ID, or the reply to the model. */
async function call(maxWaitMinutes: number, prompt = 'a cat'): Promise<unknown> {
	const parameters = runForm({ [PROMPT]: prompt }, { limits: { maxWaitMinutes } });
	const data = createEmptyRunExecutionData();
	return callNode({ parameters, data, credential: service.credential }).then(
		([item]) => item?.json.request_id,
		(error: Error) => error.message,
	);
}

describe('a call that is equal to an earlier one', () => {
	it('waits for the task of a call that has waited for longer than an hour', async () => {
		service.emulator.plan({ runningMs: 100 * MINUTE }, { times: 1 });

		expect(await call(90)).toContain("didn't finish within 90 minutes");
		expect(await call(90)).toBe(service.emulator.tasks()[0]?.requestId);
		expect(service.creates()).toBe(1);
	});

	it.each([5_000, 5 * MINUTE])(
		'creates no task %i ms after an unconfirmed create, however long that call has waited before',
		async (ms) => {
			service.emulator.addFault({ on: 'create', times: Infinity, effect: FULL });
			service.time.after(14 * MINUTE, () => {
				service.emulator.clearFaults();
				service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
			});

			expect(await call(30)).toContain("Don't call this tool again");
			await service.time.sleep(ms);
			await call(30);

			expect(service.emulator.tasks()).toHaveLength(1);
		},
	);

	it('finds its task although calls with other values have come since', async () => {
		service.emulator.plan({ runningMs: 70 * MINUTE }, { times: 1 });
		service.time.after(61 * MINUTE, () => void call(5, 'a dog'));

		expect(await call(65)).toContain("didn't finish within 65 minutes");
		await call(65);

		const cats = service.emulator
			.tasks()
			.filter(({ inputValues }) => inputValues[PROMPT] === 'a cat');
		expect(cats).toHaveLength(1);
	});
});

it('what calls leave is bounded: tasks without a result go first, running ones and those in use stay', () => {
	const ctx = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node', name: 'AI App' }),
	} as unknown as IExecuteFunctions;
	const { entries, uses } = toolLedger(ctx, 'account');
	const leave = (key: string, message?: string) => {
		entries[key] = { run: 0, tasks: [{ requestId: key, ...(message && { message }) }] };
		uses?.(key, false);
	};
	for (let n = 0; n < 1_500; n++) leave(`failed ${n}`, 'Out of memory');
	leave('running');
	leave('in use', 'Out of memory');
	uses?.('in use', true);

	const left = Object.keys(toolLedger(ctx, 'account').entries);

	expect(left.length).toBeLessThanOrEqual(1_001);
	expect(left).toEqual(expect.arrayContaining(['running', 'in use', 'failed 1499']));
});
