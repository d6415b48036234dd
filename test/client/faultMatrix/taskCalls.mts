import { readTaskStatus } from '../../../client/api/taskStatus';
import type { Client } from '../../../client/client';
import { interruptTask } from '../../../client/tasks/stop';
import { retry } from '../../../client/resilience/retry';
import { inAnHour } from '../deadlines.mts';
import { createStore, download, smallFile } from '../files.mts';
import { createdOnly, ended, FOR_LONG, MINUTE, READ_MS, type Call } from './call.mts';

/** The calls of Task, and the download of its files. */
export const TASK_CALLS = {
	'Get Status': onTask('status', {}, ({ tasks }, id) => tasks.status(id)),
	'Get Outputs': onTask('outputs', {}, ({ tasks }, requestId) =>
		tasks.result({ requestId, task: readTaskStatus({ status: 'Success' }) }),
	),
	Cancel: onTask('cancel', { queuingMs: FOR_LONG }, ({ tasks }, id) => tasks.cancel(id)),
	Interrupt: {
		on: 'interrupt',
		plan: { runningMs: FOR_LONG },
		withinMs: READ_MS,
		arrange: async (calm) => {
			const requestId = await createdOnly(calm);
			return async ({ client: { tasks }, clock }) => ({
				...(await ended(() => interruptTask({ tasks, clock }, requestId, undefined))),
				visible: requestId,
			});
		},
	},
	Download: {
		on: 'download',
		withinMs: 40 * MINUTE,
		arrange: async (calm) => {
			const url = await smallFile(calm, 100);
			return async (faulty) => ({
				...(await ended(() => download(faulty, createStore(), { url }))),
				visible: url,
			});
		},
	},
} as const satisfies Record<string, Call>;

function onTask(
	on: 'status' | 'outputs' | 'cancel',
	plan: Call['plan'],
	call: (client: Client, requestId: string) => Promise<unknown>,
): Call {
	return {
		on,
		plan,
		withinMs: READ_MS,
		arrange: async (calm) => {
			// The user enters the request ID.
			const requestId = await createdOnly(calm);
			return async (faulty) => ({
				...(await ended(() => retry(() => call(faulty.client, requestId), inAnHour(faulty)))),
				visible: requestId,
			});
		},
	};
}
