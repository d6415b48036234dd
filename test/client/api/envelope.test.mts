import fc from 'fast-check';
import { readTaskOutputs } from '../../../client/api/taskOutputs';
import { readTaskStatus } from '../../../client/api/taskStatus';
import { AiAppError } from '../../../client/errors/AiAppError';
import { settleSync } from '../../../client/settle';
import type { Operation } from '../../../emulator/index.mts';
import { ACCOUNT_READS } from '../accountReads.mts';
import { errorOf } from '../errors.mts';
import { upload } from '../files/uploading.mts';
import { useService } from '../service.mts';
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
		['no such app, as the specification shows it', 404, { code: 20230 }, 'app_not_found'],
		['a known code inside a 200', 200, { code: 20015, message: 'bad' }, 'input'],
		['an unknown code inside a 200', 200, { code: 12345 }, 'unexpected_response'],
		['a code that is a string', 401, { code: '20052', message: '无效' }, 'credential'],
		['quota, although its status is that of a busy service', 429, { code: 20094 }, 'quota'],
		['a bare JSON string', 401, '"Token is invalid"', 'credential'],
		['plain text', 401, 'Token cannot be empty', 'credential'],
		['no code', 503, { message: 'Service permanent shutdown' }, 'service_error'],
		['an empty body', 500, '', 'service_error'],
		['a page of a proxy', 502, '<html><h1>Bad gateway</h1></html>', 'service_error'],
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

	it.each([200, 400, 404, 418])('an unknown code with HTTP %d is shown', async (status) => {
		const error = await errorOf(() =>
			readPayload(answer(status, { code: 99_999, message: 'Odd' })),
		);

		expect(error.message).toMatch(/^The service .*\("Odd", code 99999, HTTP \d+\)$/);
		expect(error.details.reason).not.toBe('redirect');
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

	it('untrusted text is shortened and has no control characters', async () => {
		const message = `${'x'.repeat(290)}\u0000\u001b[31m\n${'y'.repeat(500)}`;

		const error = await errorOf(() => readPayload(answer(400, { message })));

		expect(error.message).not.toMatch(/\p{Cc}/u);
		expect(error.message.length).toBeLessThan(400);
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

	it.each([
		['asks for a pause', 429, { 'x-ratelimit-reset': '30' }, 30_000],
		['counts less than Retry-After', 429, { 'x-ratelimit-reset': '30', 'retry-after': '7' }, 7_000],
		['says nothing if it is a time', 429, { 'x-ratelimit-reset': '1768359215' }, undefined],
		['says nothing if nothing was refused', 503, { 'x-ratelimit-reset': '30' }, undefined],
	])('x-ratelimit-reset %s', async (_, status, headers, ms) => {
		const error = await errorOf(() => readPayload(answer(status, {}, headers)));

		expect(error.details.retryAfterMs).toBe(ms);
	});
});

describe("a response that isn't from the service", () => {
	it.each([
		['a page with 200', '<html><body>Sign in</body></html>', 'Sign in'],
		['an empty 200', '', "it's empty"],
		['half of an answer', '{"code":20000,"da', "it's incomplete"],
		['half of a text', '"Token is in', "it's incomplete"],
	])('%s is no valid JSON', async (_, body, quoted) => {
		const error = await errorOf(() => readPayload(answer(200, body)));

		expect(error.kind).toBe('unexpected_response');
		expect(error.message).toContain(quoted);
	});

	it.each([301, 302, 307, 308])('a redirect with %d is reported, not followed', async (status) => {
		const error = await errorOf(() =>
			readPayload(answer(status, '', { location: 'https://evil.example' })),
		);

		expect(error.kind).toBe('unexpected_response');
		expect(error.message).toContain('redirects to another one');
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

const service = useService();

/** The service has the same codes for whatever it does not find. */
describe.each([20011, 30009, 30046])('code %d with 404 means', (code) => {
	const order = { appId: 1, inputValues: { a: 1 }, suppressPreviewOutput: false };

	it.each([
		['detail', 'app_not_found', () => service.client.app(1)],
		['create', 'app_not_found', () => service.client.tasks.create(order)],
		['create', 'app_not_found', () => service.client.tasks.createAndHold(order, 1_000)],
		['status', 'task_not_found', () => service.client.tasks.status('r')],
		['outputs', 'task_not_found', () => service.client.tasks.outputs('r')],
		['cancel', 'task_not_found', () => service.client.tasks.cancel('r')],
		['interrupt', 'task_not_found', () => service.client.tasks.interrupt('r')],
		['model', 'input', () => service.client.models.create('maker/model', {})],
		['modelStatus', 'task_not_found', () => service.client.models.task('r')],
		['commit', 'upload', () => upload(service)],
		['token', 'unexpected_response', () => upload(service)],
		...ACCOUNT_READS.map((read) => [
			read,
			'unexpected_response',
			() => service.client.account[read](),
		]),
	] as [Operation, string, () => Promise<unknown>][])(
		'%s gets the kind %s',
		async (on, kind, call) => {
			service.emulator.addFault({ on, effect: { type: 'refuse', code }, times: Infinity });

			const error = await errorOf(call);

			expect(error.kind).toBe(kind);
			expect(error.message).toContain(`code ${code}, HTTP 404`);
		},
	);
});

const envelope = fc.record(
	{
		code: fc.oneof(fc.constantFrom(20000, '20000', 20002, 20230), fc.jsonValue()),
		message: fc.jsonValue(),
		status: fc.jsonValue(),
		data: fc.jsonValue(),
	},
	{ requiredKeys: [] },
);
const body = fc.oneof(
	envelope.map((value) => JSON.stringify(value)),
	envelope.map((value) => JSON.stringify(value).slice(0, -2)),
	fc.json(),
	fc.string({ unit: 'binary' }),
);
const headers = fc.dictionary(fc.constantFrom('retry-after', 'location'), fc.string());

it('any response becomes a payload or an error, never a stack trace', () => {
	fc.assert(
		fc.property(fc.integer({ min: 200, max: 599 }), headers, body, (status, sent, text) => {
			const payload = settleSync(() => readPayload({ status, headers: sent, body: text }));
			if (payload.ok) {
				expect(status).toBeLessThan(300);
				return;
			}
			expect(payload.error).toBeInstanceOf(AiAppError);
			const { message } = payload.error as AiAppError;
			expect(message).not.toMatch(/\p{Cc}/u);
			expect(message.length).toBeLessThan(800);
		}),
		{ numRuns: 300 },
	);
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

it('records of tasks and outputs can be read from any JSON without throwing', () => {
	const record = fc.dictionary(fc.string(), fc.jsonValue());
	fc.assert(
		fc.property(record, (sent) => {
			expect(typeof readTaskStatus(sent).status).toBe('string');
			expect(Array.isArray(readTaskOutputs(sent, 'r-1'))).toBe(true);
		}),
	);
});
