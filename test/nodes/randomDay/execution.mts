import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { SAMPLE_APPS, type RequestRecord } from '../../../emulator/index.mts';
import { PROMPT, runForm, type Service } from '../service.mts';
import type { Execution } from '../engine.mts';
import type { Day } from './day.mts';

const APP = 54663;
/** Another app whose inputs are the same. */
const OTHER_APP = 54664;
/** Has no effect on the result. */
const WISH = '3:KSampler.steps';
export const SEED = '30:Seed (rgthree).seed';
/** Small, so that the pictures take no time. */
const SIZE = { '28:EmptyLatentImage.width': 64, '28:EmptyLatentImage.height': 64 };

/** What n8n should run on such a day. */
export function executionOf(
	day: Day,
	{ time }: Service,
	credential: ICredentialDataDecryptedObject,
): Execution {
	const { caller, waitMode, downloadFiles, onError, maxTries, stopAfterMs } = day;
	const options = {
		...day.options,
		...spendingOptions(day),
		...(day.maxQueueMinutes !== undefined && { maxQueueMinutes: day.maxQueueMinutes }),
	};
	const more = {
		...{ waitMode, downloadFiles: downloadFiles && waitMode !== 'pause' && caller === 'workflow' },
		options,
		callbackUrl: 'https://elsewhere.example.com/hook',
	};
	const values = {
		...{ ...SIZE, [WISH]: '={{ $json.wish }}', [SEED]: '={{ $json.seed }}' },
		...(day.hasChangingText && { [PROMPT]: '={{ "a cat " + Math.random() }}' }),
	};
	const appId = { __rl: true, mode: 'id', value: '={{ $json.app }}' };
	return {
		parameters: runForm(values, { ...more, appId }),
		credential,
		items: day.wishes.map((_, order) => ({ json: contentOf(day, order) })),
		settings: { onError, retryOnFail: maxTries > 1, maxTries },
		...(stopAfterMs !== undefined && { onStart: (stop) => time.after(stopAfterMs, stop) }),
	};
}

/** Options that aren't wished are left out, as in the panel. */
function spendingOptions({ spending }: Day) {
	const { maxTasks, maxBilledSeconds, maxRunSeconds, variations } = spending;
	const maxRunMinutes = maxRunSeconds && maxRunSeconds / 60;
	const limits = { maxTasks, maxBilledSeconds, maxRunMinutes };
	const wished = Object.entries(limits).filter(([, limit]) => limit !== undefined);
	return { ...Object.fromEntries(wished), variations };
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

/** The service has an app twice. */
export function addOtherApp(): void {
	const apps = SAMPLE_APPS as (typeof SAMPLE_APPS)[number][];
	const app = apps.find(({ id }) => id === APP);
	if (app) apps.push({ ...app, id: OTHER_APP });
}

export function appOf({ forOtherApp }: Day, item: number): number {
	return forOtherApp[item] ? OTHER_APP : APP;
}

/** The content of an item, which has no number of steps if it's the invalid one. */
function contentOf(day: Day, order: number): IDataObject {
	const { spending, spoiled, wishes } = day;
	const wish = order === spoiled.item ? spoiled.wish : wishes[order];
	return { wish, seed: spending.seeds[order] ?? null, order, app: appOf(day, order) };
}

/** What may be charged for an item, and for others like it: nothing for the invalid one. */
export function kindOf(day: Day, item: number): string | undefined {
	return item === day.spoiled.item ? undefined : `${day.wishes[item]} of ${appOf(day, item)}`;
}

/** What a task is created for. */
export function kindOfCreate({ body }: RequestRecord): string {
	const sent = body as { web_app_id?: unknown; input_values?: Record<string, unknown> };
	return `${String(sent.input_values?.[WISH])} of ${String(sent.web_app_id)}`;
}

/** What is sent for an item whose seed isn't drawn. */
export function inputsOf({ wishes, spending }: Day, item: number): Record<string, unknown> {
	const seed = spending.seeds[item];
	return { ...SIZE, [WISH]: wishes[item], ...(typeof seed === 'number' && { [SEED]: seed }) };
}
