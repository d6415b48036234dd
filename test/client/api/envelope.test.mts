import fc from 'fast-check';
import { settleSync } from '../../../client/settle';
import { errorOf } from '../errors.mts';
import { readPayload } from './payload.mts';

const OK = { code: 20000, message: 'Ok', status: true };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
	return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

describe('a success is recognized by its HTTP status and code', () => {
	it.each([
		['data of an envelope', { ...OK, data: { a: 1 } }, { a: 1 }],
		['a code that is a string', { ...OK, code: '20000', data: { a: 1 } }, { a: 1 }],
		['code 20002 Accepted', { code: 20002, data: { a: 1 } }, { a: 1 }],
		['an envelope without data', OK, undefined],
		['an envelope whose data is null', { ...OK, data: null }, null],
		['a flat body without envelope', { request_id: 'r' }, { request_id: 'r' }],
		['a body behind a byte-order mark', `\uFEFF${JSON.stringify({ ...OK, data: 1 })}`, 1],
		['a body with surrounding space', '\n {"request_id":"r"} \n', { request_id: 'r' }],
	])('%s is read as its payload', (_, body, payload) => {
		expect(readPayload(answer(200, body))).toEqual(payload);
	});
});

describe('a refusal is recognized by its code first, then by its HTTP status', () => {
	it.each([
		['a code that is a string', 401, { code: '20052', message: '无效' }, 'credential'],
		['a bare JSON string', 401, '"Token is invalid"', 'credential'],
		['plain text', 401, 'Token cannot be empty', 'credential'],
		['an empty body', 500, '', 'service_error'],
		['a code between those of success', 200, { code: 20001 }, 'unexpected_response'],
		['a code that is no code', 400, { code: { toString: 1 } }, 'input'],
		['a code that is null', 400, { code: null }, 'input'],
		['422 without a text', 422, '', 'moderation'],
		['422 that names the content', 422, { message: 'sensitive content' }, 'moderation'],
		['422 with a missing field', 422, { detail: [{ msg: 'field required' }] }, 'input'],
		['422 with another type', 422, { code: 42200, message: 'seed must be integer' }, 'input'],
		['422 with the code for content', 422, { code: 20021, message: 'no' }, 'moderation'],
	])('%s is a refusal', async (_, status, body, kind) => {
		const error = await errorOf(() => readPayload(answer(status, body)));

		expect(error.kind).toBe(kind);
		expect(error.details.httpStatus).toBe(status);
	});

	it("the message quotes the service's text, its code and the HTTP status", async () => {
		const body = { code: 20230, message: 'Resource version not found.', data: null };

		const error = await errorOf(() => readPayload(answer(404, body)));

		expect(error.message).toBe(
			'The app was not found or is not accessible ("Resource version not found", code 20230, HTTP 404)',
		);
		expect(error.details.code).toBe('20230');
	});

	it.each([
		['message', { message: 'why' }],
		['error_message', { error_message: 'why' }],
		['error_msg', { error_msg: 'why' }],
		['msg', { msg: 'why' }],
		['error', { error: 'why' }],
		['error.message', { error: { message: 'why' } }],
		['error_info.message', { error_info: { message: 'why' } }],
		['message_str', { message_str: 'why' }],
		['detail', { detail: 'why' }],
		['a list in detail', { detail: [{ msg: 'why' }] }],
		['a plain text', 'why'],
	])('the text is found in %s', async (_, body) => {
		const error = await errorOf(() => readPayload(answer(400, body)));

		expect(error.message).toContain('("why", HTTP 400)');
	});

	it('the place of a value that was not accepted is named', async () => {
		const detail = [{ loc: ['body', { toString: 1 }, 'steps'], msg: 'field required' }];

		const error = await errorOf(() => readPayload(answer(400, { detail })));

		expect(error.message).toContain('("body.steps: field required", HTTP 400)');
	});

	it.each([
		['a page', '<html><h1>Bad gateway</h1></html>'],
		['a broken record', '{"access_key_secret": "s'],
	])('%s is not quoted', async (_, body) => {
		const error = await errorOf(() => readPayload(answer(400, body)));

		expect(error.message).toContain('(HTTP 400)');
	});

	it.each([
		['7', 7_000],
		['0.5', 500],
		['999999', 300_000],
		['Wed, 14 Jan 2026 02:53:35 GMT', undefined],
		['', undefined],
	])('Retry-After %j asks for %s ms', async (header, ms) => {
		const error = await errorOf(() => readPayload(answer(429, {}, { 'retry-after': header })));

		expect(error).toMatchObject({ kind: 'busy', details: { retryAfterMs: ms } });
	});
});

describe("a response that isn't from the service", () => {
	it.each([
		['a page with 200', '<html><body>Sign in</body></html>', 'Sign in'],
		['an empty 200', '', "it's empty"],
		['half of an answer', '{"code":20000,"da', "it's incomplete"],
	])('%s is no valid JSON', async (_, body, quoted) => {
		const error = await errorOf(() => readPayload(answer(200, body)));

		expect(error.kind).toBe('unexpected_response');
		expect(error.message).toContain(quoted);
	});

	it('a redirect is reported, not followed', async () => {
		const error = await errorOf(() =>
			readPayload(answer(307, '', { location: 'https://evil.example' })),
		);

		expect(error.kind).toBe('unexpected_response');
		expect(error.details.reason).toBe('redirect');
	});
});

it.each([
	['notSent', 'unreachable'],
	['timeout', 'no_response'],
	['lost', 'no_response'],
	['aborted', 'execution_stopped'],
	['tooLarge', 'unexpected_response'],
] as const)('a missing response because of %s is kind %s', async (noAnswer, kind) => {
	const error = await errorOf(() => readPayload({ noAnswer, reason: 'why' }));

	expect(error.kind).toBe(kind);
});

it('a code other than success never counts as success', () => {
	const code = fc.jsonValue().filter((value) => !/^"?2000[02]"?$/.test(JSON.stringify(value)));
	fc.assert(
		fc.property(code, fc.jsonValue(), (value, data) => {
			const text = JSON.stringify({ code: value, data });
			expect(settleSync(() => readPayload({ status: 200, headers: {}, body: text })).ok).toBe(
				false,
			);
		}),
	);
});
