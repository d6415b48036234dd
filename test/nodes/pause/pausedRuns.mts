import type { Service } from '../service.mts';
import { PROMPT, runForm } from '../service.mts';
import type { Parameters } from '../instance.mts';

export const MINUTE_MS = 60_000;
/** Longer than any test follows. */
export const LONG = { runningMs: 600 * MINUTE_MS };

/** Parameters of App: Run with Pause Execution. */
export function paused(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a lighthouse' }, { waitMode: 'pause', options, ...more });
}

export function inputItems(count: number) {
	return Array.from({ length: count }, (_, n) => ({ json: { n } }));
}

/** The creates that reached the service. */
export function createsOf({ emulator }: Service) {
	return emulator.requests().filter(({ operation }) => operation === 'create');
}

/** The callback URLs of the tasks that have one, in the order of their creates. */
export function callbackUrls(service: Service): URL[] {
	return createsOf(service).flatMap(({ headers: { 'x-service-task-webhook-url': url } }) =>
		url ? new URL(String(url)) : [],
	);
}
