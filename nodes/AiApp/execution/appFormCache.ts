import {
	appInputs,
	settle,
	isTransient,
	readAppName,
	readEveryInput,
	deadlineIn,
	retryUntil,
	type Settled,
	type Client,
	type Clock,
	type AppInputs,
	type AppRecord,
} from '../../../client/index';
import { processMemory } from '../memory/processMemory';
import { nameInForm } from '../form/nameInForm';
import { shownFields } from '../form/shownFields';

export type AppForm = {
	readonly name: string | undefined;
	readonly app: AppInputs;
	/** How many of its inputs the editor's form shows. */
	readonly shownInputs: number;
	/** Why the app can't be read now, if these are its earlier inputs. */
	readonly outdated?: unknown;
};

type LastGood = { readonly form: AppForm; readonly readAt: number };

const MAX_RETRY_MS = 60_000;
/** How long the inputs of an app still serve when it can't be read again. */
const GOOD_FOR_MS = 60 * 60_000;

const lastGood = processMemory.section<LastGood>('appForms');

/**
 * Reads the inputs of each app once in a try of the node; items that run at the same time share the
 * read. A failure is remembered only if the next read would fail as well. If an app temporarily
 * can't be read, its inputs are those that this process read within the last hour.
 * @param account separates what several accounts see of an app
 */
export function createAppForms(
	{ client, clock, account }: { client: Client; clock: Clock; account: string },
	signal: AbortSignal | undefined,
) {
	const forms = new Map<number, Promise<Settled<AppForm>>>();
	const keyOf = (appId: number) => `${account}:${appId}`;

	async function read(appId: number, retryForMs: number): Promise<AppForm> {
		const record = (timeoutMs: number) => client.app(appId, signal, timeoutMs);
		const forMs = Math.min(retryForMs, MAX_RETRY_MS);
		const key = keyOf(appId);
		const app = await settle(() => retryUntil(record, deadlineIn(clock, forMs), signal));
		if (app.ok) {
			const form = appFormOf(app.value);
			const weight = JSON.stringify([...form.app.byKey.values()]).length;
			lastGood.set(key, { form, readAt: clock.now() }, weight);
			return form;
		}
		const earlier = lastGood.get(key);
		const isGood = earlier && clock.now() - earlier.readAt <= GOOD_FOR_MS;
		if (!isGood || !mayPass(app.error) || signal?.aborted) throw app.error;
		return { ...earlier.form, outdated: app.error };
	}

	/** @param retryForMs how long the request is retried */
	async function appForm(appId: number, retryForMs: number): Promise<Settled<AppForm>> {
		const reading = forms.get(appId) ?? settle(() => read(appId, retryForMs));
		forms.set(appId, reading);
		const form = await reading;
		if (!form.ok && mayPass(form.error)) forms.delete(appId);
		return form;
	}

	/** The name of the app, if this process has read it within the hour. */
	const appName = (appId: number) => lastGood.get(keyOf(appId))?.form.name;

	return { appForm, appName };
}

function appFormOf(record: AppRecord): AppForm {
	const app = appInputs(readEveryInput(record), nameInForm);
	return { name: readAppName(record), app, shownInputs: shownFields(app.fields).length };
}

function mayPass(error: unknown): boolean {
	return isTransient(error) && !error.details.outOfBounds;
}
