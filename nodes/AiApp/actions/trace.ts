import type { Tally, Traced } from '../facts/tally';

/** How many values a trace lists at most. It isn't the place for long lists. */
const MOST_TRACED = 20;

/**
 * What n8n's traces say about the tasks of a node: attributes of its span.
 * @param waitMs how long the node has worked
 */
export function traceOf({ traced: tasks }: Tally, waitMs: number) {
	if (tasks.length === 0) return undefined;
	const seconds = tasks.reduce((sum, { billedSeconds = 0 }) => sum + billedSeconds, 0);
	return {
		'ai_app.tasks': tasks.length,
		'ai_app.app_ids': list(tasks, 'appId'),
		'ai_app.request_ids': list(tasks, 'requestId'),
		'ai_app.statuses': list(tasks, 'status'),
		'ai_app.billed_seconds': Math.round(seconds * 1000) / 1000,
		'ai_app.wait_seconds': Math.round(waitMs / 100) / 10,
	};
}

function list(tasks: readonly Traced[], name: keyof Traced): string {
	const values = tasks.map((task) => task[name]).filter((value) => value !== undefined);
	return [...new Set(values)].slice(0, MOST_TRACED).join(',');
}
