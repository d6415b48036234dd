import type { IDataObject } from 'n8n-workflow';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { afterEachAnswer, answerStatus } from '../taskRecords.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;
const RUNS = { queuingMs: 0, preparingMs: 0, runningMs: 60 * 60_000 };
const TIMES = { created_at: '2026-01-11 12:43:14', ended_at: '2026-01-11 12:44:14' };

/** The specification doesn't show the status of an interrupted task. */
describe.each(['Failed', 'Terminated'])(
	'an interrupted task that is %s with no seconds',
	(status) => {
		async function run(limits: object) {
			service.emulator.plan(RUNS);
			afterEachAnswer(service, 'interrupt', (requestId) =>
				answerStatus(service, { ...TIMES, status, inference_cost_time: 0 }, { requestId }),
			);
			const more = { options: { maxRunMinutes: 1, maxAtATime: 1, ...limits } };
			const parameters = runForm({ [PROMPT]: 'a cat' }, more);
			return service.run({ parameters, items: inputItems(5), settings: continues });
		}

		it('counts for Max Billed Seconds as long as it was seen to run', async () => {
			await run({ maxBilledSeconds: 50 });

			expect(service.creates()).toBe(1);
		});

		it("isn't said to have been billed nothing", async () => {
			const { outputs } = await run({ maxTasks: 1 });

			const { error, details } = outputs[0]?.[0]?.json as IDataObject;
			expect(error).not.toContain('0 billed seconds');
			expect(details).not.toHaveProperty('billed_seconds', 0);
		});
	},
);
