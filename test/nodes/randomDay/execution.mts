import { runForm, type Service } from '../service.mts';
import type { Execution } from '../engine.mts';
import type { Day } from './day.mts';

const APP = 57101;
export const WISH = '1:File.bytes';

/** What n8n should run on such a day. */
export function executionOf(
	day: Day,
	{ credential, time }: Service,
): Omit<Execution, 'credential'> & Partial<Execution> {
	const { waitMode, downloadFiles, onError, maxTries, stopAfterMs } = day;
	const options = {
		...day.options,
		...(day.idempotent && { idempotencyKey: '={{ $json.order }}' }),
	};
	const more = {
		...{ waitMode, downloadFiles: downloadFiles && waitMode !== 'pause', options },
		callbackUrl: 'https://elsewhere.example.com/hook',
	};
	return {
		parameters: runForm({ [WISH]: '={{ $json.wish }}' }, more, APP),
		items: day.wishes.map((_, order) => ({ json: { wish: wishOf(day, order), order } as never })),
		settings: { onError, retryOnFail: maxTries > 1, maxTries, waitBetweenTries: 1 },
		...(day.wrongPrefix && { credential: { ...credential, taskHeaderPrefix: 'X-Acme-Task-' } }),
		...(stopAfterMs !== undefined && { onStart: (stop) => time.after(stopAfterMs, stop) }),
	};
}

/** The content of an item, which is not a prompt for the invalid one. */
function wishOf({ wishes, spoiled }: Day, item: number): unknown {
	return item === spoiled.item ? spoiled.wish : wishes[item];
}

/** The values that may be charged on a day. */
export function payableWishes({ wishes, spoiled }: Day): readonly number[] {
	return wishes.filter((_, item) => item !== spoiled.item);
}
