import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import type { Control } from '../setting/control.mts';
import type { ServiceAccess } from '../setting/emulatorProcess.mts';

export type Returned = {
	readonly requestId: string;
	/** When the outputs were there, in milliseconds since 1970. */
	readonly returnedAt: number;
};

const APP = 57101;
const ASYNC = { 'X-Service-Task-Async': 'enable' };

/**
 * The best possible result: plain undici that knows in advance when each task will be finished,
 * checks it once and reads its outputs.
 */
export async function runKnowing(
	emulator: Control,
	service: ServiceAccess,
	durationsMs: readonly number[],
): Promise<readonly Returned[]> {
	const waiting: Array<Promise<Returned>> = [];
	for (const runningMs of durationsMs) {
		await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs }, { times: 1 });
		const body = { web_app_id: APP, input_values: { '1:File.bytes': 1024 ** 2 } };
		const created = await call(service, 'create', body);
		const { request_id: requestId } = created as { readonly request_id: string };
		waiting.push(checkOnce(service, requestId, runningMs));
	}
	return Promise.all(waiting);
}

async function checkOnce(service: ServiceAccess, requestId: string, ms: number): Promise<Returned> {
	await sleep(ms);
	await call(service, requestId);
	await call(service, `${requestId}/outputs`);
	return { requestId, returnedAt: Date.now() };
}

async function call({ baseUrl, apiKey }: ServiceAccess, path: string, body?: object) {
	const answer = await fetch(`${baseUrl}/v1/webapp/task/openapi/${path}`, {
		method: body ? 'POST' : 'GET',
		headers: { ...ASYNC, Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`The service answered ${answer.status} to ${path}.`);
	return answer.json();
}
