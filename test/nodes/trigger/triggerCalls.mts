import { runForm, type Service } from '../service.mts';
import { startTriggerHost, type TriggerHost, type TriggerSetup } from './triggerHost.mts';

export const TOKEN = 'callback-token-0123456789';
export const BEARER = { authorization: `Bearer ${TOKEN}` };

export type Answer = { readonly status: number; readonly message: string };

/** Calls a trigger; a text is sent as it is. */
export async function post(
	{ url }: TriggerHost,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
	signal?: AbortSignal,
): Promise<Answer> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
		...(signal && { signal }),
	});
	const { message } = (await answer.json()) as { message: string };
	return { status: answer.status, message };
}

/** The process's data about a trigger belongs to no other host, whichever file of tests opens it. */
let opened = 0;

/** Hosts of a test file, which end with each test. */
export function useTriggers(service: Service) {
	let hosts: TriggerHost[] = [];

	afterEach(async () => {
		for (const host of hosts) await host.close();
		hosts = [];
	});

	/** A listening trigger; its credential is that of the service, with these changes. */
	return async (
		setup: Partial<TriggerSetup> = {},
		settings: Readonly<Record<string, string | boolean>> = {},
	): Promise<TriggerHost> => {
		const credential = { ...service.credential, ...settings };
		const workflowId = `workflow ${(opened += 1)}`;
		const host = await startTriggerHost({ credential, workflowId, ...setup });
		hosts.push(host);
		return host;
	};
}

/** Creates a task; without a plan it is finished when this returns. */
export async function createTask(service: Service, plan?: object): Promise<string> {
	const ids = { parameters: runForm({}, { waitMode: 'none' }) };
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0, ...plan });
	const { outputs } = await service.run(ids);
	if (!plan) await service.time.sleep(1_000);
	return String(outputs[0]?.[0]?.json['request_id']);
}
