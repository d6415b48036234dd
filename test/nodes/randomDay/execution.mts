import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { collections, runForm, type Service } from '../service.mts';
import type { Execution } from '../engine.mts';
import type { Day } from './day.mts';

export const APP = 54663;
/** Has no effect on the result. */
export const WISH = '3:KSampler.steps';
export const SEED = '30:Seed (rgthree).seed';
/** Small, so that the pictures take no time. */
const SIZE = { '28:EmptyLatentImage.width': 64, '28:EmptyLatentImage.height': 64 };

/** What n8n should run on such a day. */
export function executionOf(
	day: Day,
	{ time }: Service,
	credential: ICredentialDataDecryptedObject,
): Execution {
	const { waitMode, downloadFiles, onError, maxTries, stopAfterMs } = day;
	const options = {
		...day.options,
		...spendingOptions(day),
		...(day.idempotent && { idempotencyKey: '={{ $json.order }}' }),
	};
	const more = {
		...{ waitMode, downloadFiles: downloadFiles && waitMode !== 'pause' },
		...collections(options),
		callbackUrl: 'https://elsewhere.example.com/hook',
	};
	const values = { ...SIZE, [WISH]: '={{ $json.wish }}', [SEED]: '={{ $json.seed }}' };
	return {
		parameters: runForm(values, more, APP),
		credential,
		items: day.wishes.map((_, order) => {
			const json = { wish: wishOf(day, order), seed: day.spending.seeds[order] ?? null, order };
			return { json: json as never };
		}),
		settings: { onError, retryOnFail: maxTries > 1, maxTries },
		...(stopAfterMs !== undefined && { onStart: (stop) => time.after(stopAfterMs, stop) }),
	};
}

/** Options that aren't wished are left out, as in the panel. */
function spendingOptions({ spending }: Day) {
	const { maxTasks, maxBilledSeconds, maxRunSeconds } = spending;
	const { variations, reuseResults } = spending;
	const limits = { maxTasks, maxBilledSeconds, maxRunSeconds };
	const wished = Object.entries(limits).filter(([, limit]) => limit !== undefined);
	return { ...Object.fromEntries(wished), variations, reuseResults };
}

/** The credential of the day's account, or of another one: the same service by another name. */
export function credentialOf(
	{ wrongPrefix, spending: { maxTasksAtATime, maxTasksPerHour } }: Day,
	{ credential, emulator }: Service,
	isOther: boolean,
): ICredentialDataDecryptedObject {
	return {
		...credential,
		...(wrongPrefix && { taskHeaderPrefix: 'X-Acme-Task-' }),
		...(isOther && { baseUrl: emulator.apiUrl.replace('127.0.0.1', 'localhost') }),
		maxTasksAtATime: maxTasksAtATime ?? 0,
		maxTasksPerHour: maxTasksPerHour ?? 0,
	};
}

/** The content of an item, which is not a number of steps for the invalid one. */
function wishOf({ wishes, spoiled }: Day, item: number): unknown {
	return item === spoiled.item ? spoiled.wish : wishes[item];
}

/** The values that may be charged on a day. */
export function payableWishes({ wishes, spoiled }: Day): readonly number[] {
	return wishes.filter((_, item) => item !== spoiled.item);
}

/** What is sent for an item whose seed isn't drawn. */
export function inputsOf({ wishes, spending }: Day, item: number): Record<string, unknown> {
	const seed = spending.seeds[item];
	return { ...SIZE, [WISH]: wishes[item], ...(typeof seed === 'number' && { [SEED]: seed }) };
}
