import type { VirtualTime } from '../virtualTime.mts';

// Read when n8n-core is loaded, which happens after this file.
process.env.N8N_LOG_LEVEL = 'silent';

let current: VirtualTime | undefined;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: (ms: number) => current?.sleep(ms),
}));

/** Makes n8n's sleep and the machine's clock follow a test's virtual time. */
export function mockTime(time: VirtualTime): void {
	current = time;
	jest.spyOn(Date, 'now').mockImplementation(() => time.now());
}
