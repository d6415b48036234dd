import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';
import { readTaskResult } from '../../client/api/taskResult';
import { isFromService, taskHeadersOf } from '../../nodes/AiApp/trigger/authenticate';
import { receive } from '../../nodes/AiApp/trigger/receive';
import { settingsOf } from '../../nodes/AiApp/transport/credential';
import { fuzz } from './fuzz.mts';
import { hostileRecord, hostileText } from './hostile.mts';
import { orRefused } from './refusals.mts';

const BODY = [
	...['request_id', 'requestId', 'status', 'outputs', 'object_url', 'output_ext', 'error_type'],
	...['error_message', 'cost_times', 'created_at', 'ended_at', 'metadata', 'file_name'],
];
const STATUSES = ['Success', 'Failed', 'Canceled'];
const TOKEN = 'callback-token-0123456789';
const OWN_URL = 'https://n8n.example.com/webhook/x/ai-app-task';
const PREFIX = 'x-service-task-';

/** Headers as Node returns them: names in lower case, each of them once. */
const headers = fc.dictionary(
	fc.oneof(
		fc.constantFrom('authorization', `${PREFIX}authorization`, `${PREFIX}__proto__`, '__proto__'),
		hostileText.map((name) => `${PREFIX}${name.toLowerCase()}`),
	),
	fc.oneof(hostileText, fc.constant(`Bearer ${TOKEN}`)),
	{ maxKeys: 4 },
);

const callback = fc.record({
	body: fc
		.tuple(hostileText, fc.constantFrom(...STATUSES, 'Running'), hostileRecord(...BODY))
		.map(
			([request_id, status, more]): Record<string, unknown> => ({ request_id, status, ...more }),
		),
	headers,
	hasToken: fc.boolean(),
});

beforeAll(() => {
	// Timers of seconds would pile up.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});

type Sent = { readonly body: unknown; readonly headers: object; readonly callbackToken?: string };

/** A node that listens in the editor, with Use Callback Body. */
function listening({ body, headers, callbackToken }: Sent, warned: string[]): IWebhookFunctions {
	const parameters = { triggerOn: STATUSES, resultSource: 'callback' } as const;
	return {
		getCredentials: () => Promise.resolve({ callbackToken }),
		getHeaderData: () => headers,
		getBodyData: () => body,
		getRequestObject: () => ({}),
		getNodeParameter: (name: keyof typeof parameters) => parameters[name],
		getMode: () => 'manual',
		getWebhookResourceUrl: () => OWN_URL,
		// Cached credentials belong to their trigger.
		getWorkflow: () => ({ id: callbackToken ? 'guarded' : 'open' }),
		getNode: () => ({ id: 'n' }),
		getResponseObject: () => ({ writableEnded: true, statusCode: 200, once: () => undefined }),
		logger: { warn: (message: string) => void warned.push(message) },
	} as unknown as IWebhookFunctions;
}

fuzz('callbacks', callback, async ({ body, headers, hasToken }) => {
	const token = hasToken ? { callbackToken: TOKEN } : {};
	const settings = settingsOf(token);
	const warned: string[] = [];
	// The body is emptied on the way.
	const call = { body: structuredClone(body), headers, ...token };
	const { status, item } = await receive(listening(call, warned));
	expect([200, 400, 401, 503]).toContain(status);
	expect(warned.filter((text) => !text.includes('rejected a callback'))).toEqual([]);

	const isKnown = isFromService(headers, settings, OWN_URL);
	const brings = Object.values(headers).some((value) => value.includes(TOKEN));
	expect(isKnown && hasToken && !brings).toBe(false);
	expect(status === 401).toBe(!isKnown);
	const metadata = taskHeadersOf(headers, settings);
	expect(Object.keys(metadata)).not.toContain('authorization');
	if (!item) return;
	const [result] = orRefused(() => readTaskResult(body));
	expect(item.json.request_id).toBe(result?.requestId);
	expect(Object.getPrototypeOf(item.json)).toBe(Object.prototype);
});
