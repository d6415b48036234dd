import { say, type AiAppError, type ErrorKind } from '../../../client/index';
import { inOrder } from './inOrder';

const OUT_OF_ORDER = "The service can't be used at the moment.";
const NO_RESPONSE = "The service didn't respond.";

/**
 * What happened, for somebody who doesn't know the workflow and mustn't learn about its credential.
 */
const SENTENCES: Readonly<Record<ErrorKind, string>> = {
	credential: OUT_OF_ORDER,
	forbidden: OUT_OF_ORDER,
	balance: OUT_OF_ORDER,
	quota: OUT_OF_ORDER,
	unreachable: OUT_OF_ORDER,
	unexpected_response: OUT_OF_ORDER,
	app_not_found: OUT_OF_ORDER,
	app_unusable: OUT_OF_ORDER,
	busy: 'The service is busy.',
	moderation: "The service didn't accept the content.",
	input: "A value can't be used.",
	no_response: NO_RESPONSE,
	service_error: "The service couldn't process the request.",
	task_not_found: 'The task was not found.',
	conflict: "The task couldn't be stopped.",
	unconfirmed: "The service didn't confirm the task.",
	failed: "The task didn't succeed.",
	budget: 'A limit is reached.',
	canceled: 'The task was stopped.',
	timeout: "The task didn't finish in time.",
	queue_timeout: 'The service is busy.',
	execution_stopped: 'The execution was stopped.',
	content_rejected: 'The content check rejected the result.',
	output_failed: 'The task finished without a usable output.',
	empty_output: 'The task finished without any output.',
	upload: "A file couldn't be uploaded.",
	download: "A file couldn't be downloaded.",
	expired: 'The files have expired.',
	too_large: 'A file is too large.',
};

/** What a chat's visitor or the caller of a streaming webhook reads: no advice for the workflow's owner. */
export function wordsForVisitor({ kind, details }: AiAppError): string {
	const { requestId } = details;
	return inOrder([SENTENCES[kind], requestId ? say`Request ID: ${requestId}.` : '']);
}
