/**
 * What became of a task that was to be stopped, as items say it. `already_finished`: it was over
 * before it could be stopped. `still_running`: it could not, or must not, be stopped.
 */
export const STOP_RESULTS = [
	'canceled',
	'interrupted',
	'already_finished',
	'still_running',
] as const;

export type StopResult = (typeof STOP_RESULTS)[number];
