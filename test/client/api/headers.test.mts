import fc from 'fast-check';
import {
	type Callback,
	callbackHeaders,
	taskHeaderPrefix,
} from '../../../client/api/callbackHeaders';
import { bearerToken, isSameToken } from '../../../client/api/callbackToken';
import { AiAppError } from '../../../client/errors/AiAppError';
import { settleSync } from '../../../client/settle';
import { errorOf } from '../errors.mts';

it.each([
	[undefined, 'X-Service-Task-'],
	['', 'X-Service-Task-'],
	['  ', 'X-Service-Task-'],
	[' X-Example-Task- ', 'X-Example-Task-'],
	['X-Example-Task', 'X-Example-Task-'],
	['x_example_', 'x_example_'],
])('the prefix %j is %s', (text, prefix) => {
	expect(taskHeaderPrefix(text)).toBe(prefix);
});

it.each(['X-A: b', 'X-A\r\nEvil', 'X A', 'Ünknown-', 'X-(A)', 'X/A'])(
	"%j is rejected: a header name can't contain it",
	async (text) => {
		const error = await errorOf(() => taskHeaderPrefix(text));

		expect(error.kind).toBe('input');
		expect(error.details).toMatchObject({ reason: 'headerPrefix', name: 'X-Service-Task-' });
	},
);

it('any input is a header name or rejected with our own message', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const prefix = settleSync(() => taskHeaderPrefix(text));
			if (prefix.ok) expect(() => new Headers({ [`${prefix.value}Async`]: 'x' })).not.toThrow();
			else expect(prefix.error).toBeInstanceOf(AiAppError);
		}),
	);
});

it.each([
	['Bearer secret', 'secret'],
	['bearer  secret', 'secret'],
	['secret', 'secret'],
	[' Bearer secret ', 'secret'],
	['', undefined],
	[undefined, undefined],
])('the token of %j is %j', (value, token) => {
	expect(bearerToken(value)).toBe(token);
});

it.each([
	['secret', 'secret', true],
	['secret', 'secre', false],
	['secret', 'Secret', false],
	['', 'secret', false],
	['sécret', 'sécret', true],
])('%j against %j: %s', (given, expected, same) => {
	expect(isSameToken(given, expected)).toBe(same);
});

const PREFIX = 'X-Service-Task-';
const URL = 'https://n8n.example.com/webhook/x';

function headersOf(more: Partial<Callback> = {}, prefix = PREFIX): Record<string, string> {
	return callbackHeaders(prefix, { url: URL, token: undefined, headers: [], ...more });
}

it('the callback URL alone makes the service send a callback', () => {
	expect(headersOf()).toEqual({ 'X-Service-Task-WebHook-Url': URL });
});

it("the token is sent as a bearer token, with the service's header prefix", () => {
	expect(headersOf({ token: 'callback-1' }, 'X-Other-')).toEqual({
		'X-Other-WebHook-Url': URL,
		'X-Other-Authorization': 'Bearer callback-1',
	});
});

it.each(['Order-Id', 'X-Service-Task-Order-Id', 'x-service-task-Order-Id', ' Order-Id '])(
	'the header %j is sent with the prefix, once',
	(name) => {
		expect(headersOf({ headers: [{ name, value: ' A 7 ' }] })).toMatchObject({
			'X-Service-Task-Order-Id': 'A 7',
		});
	},
);

it.each(['', 'my trigger', 'ftp://a.example/x', 'javascript:alert(1)', 'https://'])(
	'%j is rejected as a callback URL',
	async (url) => {
		expect((await errorOf(() => headersOf({ url }))).message).toMatch(
			/The callback URL is(n't an http\(s\) URL| empty)$/,
		);
	},
);

it.each([
	'',
	'Async',
	'x-service-task-async',
	'WEBHOOK-URL',
	'Authorization',
	'X-Service-Task-Authorization',
	'WebHook_Url',
	'X-Service-Task-WebHook_Url',
	'Order Id',
	'Order:Id',
	'Order\r\nHost',
	'订单',
])('%j is rejected as a header name', async (name) => {
	const error = await errorOf(() => headersOf({ headers: [{ name, value: 'x' }] }));

	expect(error.kind).toBe('input');
	expect(error.message).toContain("isn't a valid header name");
});

const header = (value: string) => ({ headers: [{ name: 'Order-Id', value }] });
const token = (value: string) => ({ token: value });
const NO_TOKEN = /^The callback token contains characters that can't be sent in a header$/;

it.each([
	...['a\r\nHost: b', 'a\nb', 'a\0b', '中文', 'a\x7f'].map(
		(text) => [text, 'a header value', header, /can't be sent/] as const,
	),
	...['a\r\nHost: b', 'a\0b', '中文'].map((text) => [text, 'a token', token, NO_TOKEN] as const),
])('%j is rejected as %s', async (text, _, more, message) => {
	const error = await errorOf(() => headersOf(more(text)));

	expect(error.message).toMatch(message);
	expect(error.message).not.toContain(text);
});

it('a URL is encoded so that a header can contain it', () => {
	expect(headersOf({ url: ' https://n8n.example.com/webh\r\nook/ü x ' })).toEqual({
		'X-Service-Task-WebHook-Url': 'https://n8n.example.com/webhook/%C3%BC%20x',
	});
});
