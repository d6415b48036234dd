import axios from 'axios';
import FormData from 'form-data';
import { CALLER } from '../../../scripts/stage/examples.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';

export type FormFile = {
	readonly field: string;
	readonly fileName: string;
	readonly mimeType: string;
	readonly content: Buffer;
};

export type WebhookAnswer = {
	readonly status: number;
	readonly mimeType: string;
	readonly body: Buffer;
};

const ANSWER_TIMEOUT_MS = 60_000;
const REGISTRATION_TIMEOUT_MS = 30_000;

/**
 * Sends files as multipart form data to a webhook of a workflow that was just published: n8n
 * responds with 404 until it has registered it.
 */
export function postFiles(
	url: string,
	files: readonly FormFile[],
	key = CALLER.value,
): Promise<WebhookAnswer> {
	return waitUntil(
		`${url} to be registered`,
		async () => {
			const answer = await postOnce(url, files, key);
			return answer.status === 404 ? undefined : answer;
		},
		{ timeoutMs: REGISTRATION_TIMEOUT_MS },
	);
}

/** Waits for a webhook of a published workflow that starts nothing, because the caller has no key. */
export async function waitUntilRegistered(url: string): Promise<void> {
	await postFiles(url, [], '');
}

async function postOnce(
	url: string,
	files: readonly FormFile[],
	key: string,
): Promise<WebhookAnswer> {
	const form = new FormData();
	form.append('sent_by', 'a test');
	for (const { field, fileName, mimeType, content } of files) {
		form.append(field, content, { filename: fileName, contentType: mimeType });
	}
	const { status, headers, data } = await axios.post<Buffer>(url, form, {
		headers: { ...form.getHeaders(), [CALLER.name]: key },
		responseType: 'arraybuffer',
		timeout: ANSWER_TIMEOUT_MS,
		validateStatus: () => true,
	});
	return { status, mimeType: String(headers['content-type']), body: data };
}
