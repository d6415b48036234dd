import { parseHttpUrl } from '../parsing/urls';
import { createCall, LONG_ANSWER } from './request';
import { AiAppError, inputError } from '../errors/AiAppError';
import type { Endpoints } from './endpoints';
import { isRecord, textOf, textOrEmpty } from '../parsing/scalars';
import type { Http } from '../ports';
import type { Untrusted, WireApp } from './wire';
import { excerpt, say } from '../parsing/say';
import { READ_TIMEOUT_MS } from '../resilience/timeLimits';

export type AppRecord = Untrusted<WireApp>;

/** Reads the record of an app. The API key goes along: public apps do not need it, others do. */
export function createReadApp(http: Http, { appDetail }: Endpoints) {
	const call = createCall(http);
	return async (appId: number, signal?: AbortSignal, timeoutMs = Infinity): Promise<AppRecord> => {
		const about = { appId };
		const limitMs = Math.min(timeoutMs, READ_TIMEOUT_MS);
		const options = { ...LONG_ANSWER, signal, timeoutMs: limitMs, about } as const;
		const payload = await call('GET', appDetail(appId), { ...options, notFound: 'app_not_found' });
		if (isRecord(payload)) return payload;
		throw new AiAppError(
			'unexpected_response',
			say`The service returned no data for app ${appId}`,
			about,
		);
	};
}

/** What the app's author calls it: untrusted text. */
export function readAppName({ name }: AppRecord): string | undefined {
	return textOf(excerpt(textOrEmpty(name)));
}

/**
 * Reads an app ID as typed or computed, or from the URL of the app's page, whose path may follow a
 * `#`. It's the first number after a part that ends with `app` or `apps`, else the last number. The
 * number after `v`, `version` or `versions` isn't an ID.
 * @throws AiAppError kind `input` when there is no positive integer
 */
export function parseAppId(value: unknown): number {
	const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
	const url = parseHttpUrl(text);
	// An anchor within a page doesn't begin with a slash.
	const route = url && /^#!?\//.test(url.hash) ? url.hash : '';
	const id = Number(url ? (idInPath(url.pathname) ?? idInPath(route)) : digitsOf(text));
	if (Number.isSafeInteger(id) && id > 0) return id;
	throw inputError(text === '' ? 'The app ID is missing' : say`"${text}" isn't an app ID`, {
		reason: 'appId',
		given: text,
	});
}

function digitsOf(text: string): string | undefined {
	return /^\d+$/.test(text) ? text : undefined;
}

function idInPath(path: string): string | undefined {
	const parts = path.split(/[/?#&]/).map((part) => part.toLowerCase());
	const ids = parts.filter(
		(part, n) => digitsOf(part) && !/^v(ersions?)?$/.test(parts[n - 1] ?? ''),
	);
	const app = parts.findIndex((part) => /apps?$/.test(part));
	const behind = app < 0 ? undefined : parts.slice(app).find((part) => ids.includes(part));
	return behind ?? ids.at(-1);
}

/**
 * Matches examples in any programming language, with quotes that are escaped any number of times. A
 * single-line field joins the lines of an example, so letters may precede the name and follow the
 * number.
 */
const ID_IN_EXAMPLE = /(?<!_)web_?app_?id[\\"'`\]\s]*(?:[:=]{1,2}>?|,)[\\"'`\s]*(\d+)(?![\d:])/i;

/** The app ID in an API example. All other numbers in the example are ignored. */
export function appIdIn(example: string): string | undefined {
	return ID_IN_EXAMPLE.exec(example)?.[1];
}
