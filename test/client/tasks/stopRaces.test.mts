import type { FaultEffect } from '../../../emulator/index.mts';
import { useService } from '../service.mts';
import { createStopping } from './stopping.mts';

const service = useService();
const { stopAt, stop } = createStopping(service);
const MINUTE = 60_000;

/** Delays responses about the status, so that the status changes in between. */
function delayStatus(ms: number) {
	const body = { code: 20000, data: { status: 'Queuing' } };
	const effect: FaultEffect = { type: 'answer', status: 200, body };
	service.emulator.addFault({ on: 'status', effect });
	service.emulator.addFault({ on: 'cancel', effect: { type: 'delay', ms } });
}

describe('if the status changes while a task is stopped', () => {
	it('it became Running between check and cancel: it is interrupted', async () => {
		delayStatus(3_000);

		expect(await stopAt(0, { queuingMs: 2_000, runningMs: MINUTE })).toMatchObject({
			how: 'interrupted',
		});
		expect(stop()).toBe('interrupt');
	});

	it('it became Running between check and cancel, interrupts off: it keeps running', async () => {
		delayStatus(3_000);

		const stopped = await stopAt(0, { queuingMs: 2_000, runningMs: MINUTE }, false);

		expect(stopped).toMatchObject({ how: 'still_running', status: 'Running' });
		expect(service.requests('interrupt')).toHaveLength(0);
	});

	it('it finished between check and interrupt: it is reported as finished', async () => {
		service.emulator.addFault({ on: 'interrupt', effect: { type: 'delay', ms: 3_000 } });

		expect(await stopAt(1_000, { runningMs: 2_000 })).toMatchObject({
			how: 'already_finished',
			status: 'Success',
		});
	});

	it('someone else canceled it in the meantime: it is reported as finished', async () => {
		service.emulator.addFault({ on: 'interrupt', effect: { type: 'delay', ms: 2_000 } });
		service.time.after(1_500, () => {
			const [task] = service.emulator.tasks();
			void service.client.tasks.interrupt(task?.requestId ?? '');
		});

		expect(await stopAt(1_000, { runningMs: MINUTE })).toMatchObject({
			how: 'already_finished',
			status: 'Canceled',
		});
	});
});
