import type { VirtualTime } from '../virtualTime.mts';

// A set-up file of the unit tests: it applies before a test file loads n8n.
process.env.N8N_LOG_LEVEL = 'silent';

let current: VirtualTime | undefined;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: (ms: number) => current?.sleep(ms),
}));

/** Stops a test's virtual time while n8n does something that takes real time. */
export function during<T>(work: Promise<T>): Promise<T> {
	return current ? current.during(work) : work;
}

/** Makes n8n's sleep and the machine's clocks follow a test's virtual time. */
export function mockTime(time: VirtualTime): void {
	current = time;
	const startedAt = time.now();
	jest.spyOn(Date, 'now').mockImplementation(() => time.now());
	// The real one returns fractions, and never the same value twice.
	let calls = 0;
	const fraction = () => (calls += 1) / 1e6;
	jest.spyOn(performance, 'now').mockImplementation(() => time.now() - startedAt + fraction());
}
