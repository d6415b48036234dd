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
	type AppRecord,
} from '../../../client/index';
import { processMemory } from '../memory/processMemory';
import { nameInForm, shownFields } from '../form/shownFields';

export type AppForm = ReturnType<typeof appFormOf>;

const MAX_RETRY_MS = 60_000;

/** The names of apps, also for tasks whose app isn't read again. */
const names = processMemory.section<string>('appNames');

/**
 * Reads the inputs of each app once in a try of the node; items that run at the same time share the
 * read. A failure is remembered only if the next read would fail as well.
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
		const deadline = deadlineIn(clock, Math.min(retryForMs, MAX_RETRY_MS));
		const form = appFormOf(await retryUntil(record, deadline, signal));
		if (form.name !== undefined) names.set(keyOf(appId), form.name);
		return form;
	}

	/** @param retryForMs how long the request is retried */
	async function appForm(appId: number, retryForMs: number): Promise<Settled<AppForm>> {
		const reading = forms.get(appId) ?? settle(() => read(appId, retryForMs));
		forms.set(appId, reading);
		const form = await reading;
		const mayPass = !form.ok && isTransient(form.error) && !form.error.details.outOfBounds;
		if (mayPass) forms.delete(appId);
		return form;
	}

	/** The name of the app, if this process has read it. */
	const appName = (appId: number) => names.get(keyOf(appId));

	return { appForm, appName };
}

function appFormOf(record: AppRecord) {
	const app = appInputs(readEveryInput(record), nameInForm);
	return {
		name: readAppName(record),
		app,
		/** How many of its inputs the editor's form shows. */
		shownInputs: shownFields(app.fields).length,
	};
}
