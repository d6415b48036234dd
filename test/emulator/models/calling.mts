import type { Answer, Visit } from '../visit.mts';

export const PAINTER = 'sample-painter/text-to-image';
export const WRITER = 'sample-writer/text-to-text';
export const KITE = { prompt: 'a red kite' };

const TASKS = '/v1/modelzoo/tasks';

/** Sends a call to a model. */
export function call({ emulator, send }: Visit, endpoint: string, body?: unknown): Promise<Answer> {
	return send('POST', `${emulator.apiUrl}${TASKS}/openapi/${endpoint}`, { body });
}

/** Calls a model and gives the id of the task. */
export async function called(visit: Visit, endpoint: string, body: unknown): Promise<string> {
	const answer = await call(visit, endpoint, body);
	return (answer.body as { data: { request_id: string } }).data.request_id;
}

/** Requests a model's task, at `tasks/openapi/<id>` unless given otherwise. */
export function ask({ emulator, send }: Visit, id: string, path = 'openapi/'): Promise<Answer> {
	return send('GET', `${emulator.apiUrl}${TASKS}/${path}${id}`);
}
