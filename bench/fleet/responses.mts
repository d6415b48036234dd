import type { HttpResponse } from '../../client/index.ts';
import { findApp } from '../../emulator/apps/catalogue.mts';
import type { ServiceError } from '../../emulator/errors/errorCodes.mts';
import { TASK_NOT_FOUND } from '../../emulator/errors/serviceErrors.mts';
import { PROFILES } from '../../emulator/settings/quirks.mts';
import type { Task } from '../../emulator/tasks/taskStore.mts';
import { appRecord } from '../../emulator/wire/app.mts';
import { envelope } from '../../emulator/wire/envelope.mts';
import { outputsRecord, statusRecord } from '../../emulator/wire/task.mts';

export const APP = 54663;
export const BASE_URL = 'https://service.example';

const QUIRKS = PROFILES.default.quirks;

/** The app's record: of hundreds of thousands of executions the same. */
export const APP_DETAIL = appDetail();

function appDetail(): HttpResponse {
	const app = findApp(APP);
	return app ? json(200, envelope(appRecord(app, BASE_URL))) : refusal(TASK_NOT_FOUND);
}

/** As from the emulator, a task is not found in its first moments. */
export function statusOf(task: Task | undefined, now: number): HttpResponse {
	if (!task || now < task.createdAt + task.plan.notFoundMs) return refusal(TASK_NOT_FOUND);
	return json(200, envelope(statusRecord(task, now, QUIRKS)));
}

/** One file. */
export function outputsOf(task: Task | undefined, now: number): HttpResponse {
	if (!task) return refusal(TASK_NOT_FOUND);
	const object_url = `${BASE_URL}/outputs/${task.requestId}.png`;
	const file = { object_url, output_ext: '.png', error_type: 'NOT_ERROR' };
	return json(200, envelope(outputsRecord(task, now, [file])));
}

export function refusal(why: ServiceError, retryAfterSeconds?: number): HttpResponse {
	const { httpStatus, code, message } = why;
	const answer = json(httpStatus, { code, message, data: null });
	if (retryAfterSeconds === undefined) return answer;
	return { ...answer, headers: { 'retry-after': String(retryAfterSeconds) } };
}

export function json(status: number, body: object): HttpResponse {
	return { status, headers: {}, body: JSON.stringify(body) };
}
