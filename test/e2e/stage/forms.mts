import axios from 'axios';
import FormData from 'form-data';
import { VISITOR } from '../../../scripts/stage/examples.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { FormFile } from './webhookCalls.mts';

/** What an n8n form returns at its end. */
export type FormResult = { readonly fileName: string; readonly content: Buffer };

/** In axios's words. */
export const AS_VISITOR = { username: VISITOR.user, password: VISITOR.password };
type AttachedFile = Omit<FormFile, 'field'>;
type PageFile = {
	readonly fileName: string;
	readonly data: string | { readonly data: readonly number[] };
};

const ANSWER_TIMEOUT_MS = 60_000;
const REGISTRATION_TIMEOUT_MS = 30_000;
const IMAGE = /<(?:img|source) [^>]*src="([^"]+)"/g;
/** A list of files, as n8n writes it into the page of an ending; older versions write one without a list. */
const FILES = /(?:%5B)?%7B%22data%22[\w%.~!*'()-]*%7D(?:%5D)?/;

/**
 * Sends the first field of a form as a visitor's browser would: a text, or files. Waits until n8n has
 * registered the form; returns the URL of its next page, if it has one.
 */
export function sendForm(
	url: string,
	value: string | readonly AttachedFile[],
): Promise<string | undefined> {
	if (typeof value === 'string') return submit(url, (form) => form.append('field-0', value));
	return submit(url, (form) => value.forEach((file) => attach(form, 'field-0', file)));
}

/** Sends a file or a text in each field of a form, in the same way. */
export function sendFields(
	url: string,
	values: ReadonlyArray<AttachedFile | string>,
): Promise<string | undefined> {
	return submit(url, (form) =>
		values.forEach((value, n) => {
			if (typeof value === 'string') form.append(`field-${n}`, value);
			else attach(form, `field-${n}`, value);
		}),
	);
}

function attach(
	form: FormData,
	field: string,
	{ content, fileName, mimeType }: AttachedFile,
): void {
	form.append(field, content, { filename: fileName, contentType: mimeType });
}

async function submit(url: string, fill: (form: FormData) => void): Promise<string | undefined> {
	const { status, data } = await waitUntil(
		`${url} to be registered`,
		async () => {
			// A form can be sent once.
			const form = new FormData();
			fill(form);
			const answer = await axios.post<{ readonly formWaitingUrl?: string }>(url, form, {
				auth: AS_VISITOR,
				timeout: ANSWER_TIMEOUT_MS,
				validateStatus: () => true,
			});
			return answer.status === 404 ? undefined : answer;
		},
		{ timeoutMs: REGISTRATION_TIMEOUT_MS },
	);
	if (status !== 200) throw new Error(`The form was answered ${status}.`);
	return data.formWaitingUrl;
}

/** The text of a form's last page, the URLs of its images and videos, and the file that the browser would save. */
export async function readEnding(url: string): Promise<{
	readonly text: string;
	readonly images: readonly string[];
	readonly file?: FormResult;
}> {
	const { data: text } = await axios.get<string>(url, { timeout: ANSWER_TIMEOUT_MS });
	const images = [...text.matchAll(IMAGE)].map(([, src = '']) => src.replaceAll('&amp;', '&'));
	const [files] = FILES.exec(text) ?? [];
	if (files === undefined) return { text, images };
	const [{ fileName, data }] = [JSON.parse(decodeURIComponent(files))].flat() as [PageFile];
	const content = typeof data === 'string' ? Buffer.from(data, 'binary') : Buffer.from(data.data);
	return { ...{ text, images }, file: { fileName, content } };
}
