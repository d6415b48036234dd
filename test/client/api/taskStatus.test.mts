import fc from 'fast-check';
import {
	type Callback,
	callbackHeaders,
	taskHeaderPrefix,
} from '../../../client/api/callbackHeaders';
import { bearerToken, isSameToken } from '../../../client/api/callbackToken';
import {
	canonicalStatus,
	hasEnded,
	hasLeftQueue,
	mayRun,
	phaseOf,
} from '../../../client/api/lifecycle';
import { readTaskStatus, serviceTimeToIso, serviceTimeToMs } from '../../../client/api/taskStatus';
import { AiAppError } from '../../../client/errors/AiAppError';
import { settleSync } from '../../../client/settle';
import { PROFILES } from '../../../emulator/settings/quirks.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

const FINISHED = {
	type: 'API',
	status: 'Success',
	created_at: '2026-01-13 16:54:44',
	updated_at: '2026-01-13 16:54:57',
	ended_at: '2026-01-13 16:54:57',
	expired_at: '2026-01-28 00:00:00',
	cost_times: { inference_cost_time: 10858, running_cost_time: 13502, total_cost_time: 13724 },
	group_id: 94,
};

it('reads the record of a finished task', () => {
	expect(readTaskStatus(FINISHED)).toEqual({
		status: 'Success',
		queueCount: undefined,
		createdAt: '2026-01-13T16:54:44+08:00',
		endedAt: '2026-01-13T16:54:57+08:00',
		expiresAt: '2026-01-28T00:00:00+08:00',
		durationMs: 13724,
		ranMs: 13_502,
		billedSeconds: 10.858,
		hasBegun: true,
		message: undefined,
		record: FINISHED,
	});
});

it.each([
	['the start of its execution', { executed_at: '2026-01-13 16:54:44' }, true],
	['a time that it ran', { cost_times: { running_cost_time: 400 } }, true],
	['a time of its inference alone', { cost_times: { inference_cost_time: 400 } }, true],
	['that it was interrupted', { status: 'Interrupted' }, true],
	['none of these', { executed_at: '', cost_times: {}, inference_cost_time: 0 }, false],
	['the zero of a time', { executed_at: '0001-01-01 00:00:00' }, false],
])('a record with %s tells whether its task has begun', (_, more, hasBegun) => {
	expect(readTaskStatus({ status: 'Canceled', ...more }).hasBegun).toBe(hasBegun);
});

it.each([
	'0000-00-00 00:00:00',
	' 0001-01-01 00:00:00',
	'0001-01-01T00:00:00Z',
	'1970-01-01 08:00:00',
])('a time that has not come yet may be the zero of a time, such as %s', (zero) => {
	const times = { created_at: zero, executed_at: zero, ended_at: zero, expired_at: zero };
	expect(readTaskStatus({ status: 'Canceled', ...times })).toMatchObject({
		...{ createdAt: undefined, endedAt: undefined, expiresAt: undefined },
		...{ durationMs: undefined, ranMs: undefined, hasBegun: false },
	});
});

it('an unknown status is shown as a short text, whatever was sent', () => {
	const { status } = readTaskStatus({ status: `Run\u001b[31m<b>${'x'.repeat(3_000_000)}` });

	expect(status).toMatch(/^Run \[31m‹b›x{289}$/);
});

describe('only the seconds of inference are billed', () => {
	it.each([
		['seconds at the top', { inference_cost_time: 11, cost_times: { inference_cost_time: 9 } }, 11],
		['milliseconds in cost_times', { cost_times: { inference_cost_time: 9_500 } }, 9.5],
		['a numeric string', { inference_cost_time: '11' }, 11],
		['none at all, which is known', { inference_cost_time: 0 }, 0],
		['less than none is unknown', { inference_cost_time: -1 }, undefined],
		['nothing', { cost_times: {} }, undefined],
		['only the running total', { cost_times: { running_cost_time: 9_500 } }, undefined],
	])('they are read from a record with: %s', (_, record, seconds) => {
		expect(readTaskStatus(record).billedSeconds).toBe(seconds);
	});
});

describe('the duration', () => {
	const created_at = '2026-01-13 16:54:44';

	it.each([
		['the total of cost_times', { created_at, cost_times: { total_cost_time: 1_234 } }, 1_234],
		['from creation to end', { created_at, ended_at: '2026-01-13 16:55:00' }, 16_000],
		['unknown without ended_at', { created_at }, undefined],
		['unknown if it ended before', { created_at, ended_at: '2026-01-13 16:54:43' }, undefined],
		['nothing if it ended at once', { created_at, ended_at: created_at }, 0],
	])('is %s', (_, record, ms) => {
		expect(readTaskStatus(record).durationMs).toBe(ms);
	});
});

it.each([
	['tasks ahead', { queue_count: 3 }, 3],
	['none ahead', { queue_count: 0 }, 0],
	['-1, which means unknown', { queue_count: -1 }, undefined],
	['null', null, undefined],
	['a list', [3], undefined],
])('queue_info with %s is read', (_, queue_info, count) => {
	expect(readTaskStatus({ status: 'Queuing', queue_info }).queueCount).toBe(count);
});

it('the queue may be spelled queueInfo', () => {
	expect(readTaskStatus({ queueInfo: { queue_count: 3 } }).queueCount).toBe(3);
});

it.each([
	['error_message', { error_message: 'why', message: 'other' }],
	['error_msg', { error_msg: 'why' }],
	['message', { error_message: '', message: 'why' }],
	['error_info.message', { error_info: { message: 'why' }, message: 'other' }],
	['error', { error: 'why', message: 'other' }],
	['error.message', { error: { message: 'why' } }],
	['message_str', { message_str: 'why' }],
	['error_info.error_type', { error_info: { error_type: 'why' } }],
])('the reason of a failed task may stand in %s', (_, record) => {
	expect(readTaskStatus({ status: 'Failed', ...record }).message).toBe('why');
});

it('a code in place of a reason has 2,000 characters of which people see all', () => {
	const error_code = `A\u{E0041}\n${'x'.repeat(50_000)}`;

	const { message = '' } = readTaskStatus({ status: 'Failed', error_code });

	expect(message).toMatch(/^code A x+$/);
	expect(message.length).toBeLessThan(2_006);
});

it.each([50515, '50515'])('a failed task may have nothing but a code (%j)', (error_code) => {
	expect(readTaskStatus({ status: 'Failed', error_code }).message).toBe('code 50515');
});

it('a task that succeeded has no reason of a failure, whatever its record says', () => {
	const record = { status: 'Success', error_message: 'retried once' };
	expect(readTaskStatus(record).message).toBeUndefined();
});

describe.each([
	['as it was seen', {}],
	['as the specification has it', PROFILES.none.quirks],
])('the records of a task, %s', (_, quirks) => {
	const service = useService(quirks);

	it('contain the times of creation, queue and end, and the billed time', async () => {
		const { tasks } = service.client;
		service.emulator.plan({ queuingMs: 10_000, queueCount: 2, runningMs: 5_000 });
		const appId = 54663;
		const inputValues = { '3:KSampler.steps': 9 };
		const { requestId } = await tasks.create({ appId, inputValues, suppressPreviewOutput: false });
		await service.time.sleep(1_000);
		const queuing = await tasks.status(requestId);
		await service.time.sleep(60_000);
		const finished = await tasks.status(requestId);

		expect(queuing).toMatchObject({ status: 'Queuing', queueCount: 2, durationMs: undefined });
		expect(queuing.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
		expect(finished).toMatchObject({ status: 'Success', billedSeconds: 4, durationMs: 15_400 });
	});
});

it.each([
	['Queuing', 'queued'],
	['Preparing', 'between'],
	['Running', 'running'],
	['Success', 'ended'],
	['Failed', 'ended'],
	['Canceled', 'ended'],
	['Queued', 'queued'],
	['Pending', 'queued'],
	['Saving', 'between'],
	['Transferring', 'between'],
] as const)('a task with the status %s is %s', (status, phase) => {
	expect(phaseOf(status)).toBe(phase);
	expect(canonicalStatus(status)).toBe(status);
});

it.each(['Dreaming', 'toString', '__proto__'])(
	'%j is an unknown status, which may be another name of any other',
	(status) => expect(phaseOf(status)).toBe('unnamed'),
);

it.each([
	['Cancelled', 'Canceled'],
	['Interrupted', 'Canceled'],
	['Error', 'Failed'],
	['success', 'Success'],
	['CANCELLED', 'Canceled'],
	['queuing', 'Queuing'],
	['Dreaming', 'Dreaming'],
	['constructor', 'constructor'],
	['', 'Unknown'],
	[7, 'Unknown'],
	[undefined, 'Unknown'],
])('%j is shown as %s', (sent, spelled) => {
	expect(readTaskStatus({ status: sent }).status).toBe(spelled);
});

it.each([
	['Queuing', false, false],
	['Preparing', true, false],
	['Running', true, true],
	['Success', true, false],
	['Unknown', false, false],
	['Dreaming', false, true],
])(
	'a task in %s is known to have left the queue: %s, and may be running: %s',
	(status, hasLeft, may) => {
		expect([hasLeftQueue(status), mayRun(status)]).toEqual([hasLeft, may]);
	},
);

describe('a record with an end', () => {
	const createdAt = '2026-11-23T12:45:28+08:00';
	const sooner = '2026-11-23T12:45:27+08:00';

	it.each([
		['has ended if its status is unknown', 'Completed', createdAt, true],
		['has not ended if its end is before its creation', 'Completed', sooner, false],
		['has not ended if its end is no time', 'Completed', undefined, false],
		['has not ended if it has no status', 'Unknown', createdAt, false],
		['has not ended while it is Queuing', 'Queuing', createdAt, false],
		['has not ended while it is Preparing', 'Preparing', createdAt, false],
		['has not ended while it is Running', 'Running', createdAt, false],
		['has ended in Failed, also without a valid end', 'Failed', undefined, true],
	])('%s', (_, status, endedAt, ended) => {
		expect(hasEnded({ status, createdAt, endedAt })).toBe(ended);
	});

	it('has not ended if its creation is unknown', () => {
		expect(hasEnded({ status: 'Completed', createdAt: undefined, endedAt: createdAt })).toBe(false);
	});
});

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
		expect((await errorOf(() => headersOf({ url }))).details.reason).toBe('callbackUrl');
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

	expect(error).toMatchObject({ kind: 'input', details: { reason: 'headerName' } });
});

const header = (value: string) => ({ headers: [{ name: 'Order-Id', value }] });

it.each([
	...['a\r\nHost: b', 'a\nb', 'a\0b', '中文', 'a\x7f'].map(
		(text) => [text, 'a header value', header, 'headerValue'] as const,
	),
])('%j is rejected as %s', async (text, _, more, reason) => {
	const error = await errorOf(() => headersOf(more(text)));

	expect(error.details.reason).toBe(reason);
	expect(error.message).not.toContain(text);
});

it('a URL is encoded so that a header can contain it', () => {
	expect(headersOf({ url: ' https://n8n.example.com/webh\r\nook/ü x ' })).toEqual({
		'X-Service-Task-WebHook-Url': 'https://n8n.example.com/webhook/%C3%BC%20x',
	});
});

it.each([
	['2026-01-11 12:43:14', '2026-01-11T12:43:14+08:00'],
	['2026-01-11T12:43:14', '2026-01-11T12:43:14+08:00'],
	[' 2026-01-11 12:43:14.250 ', '2026-01-11T12:43:14.250+08:00'],
	['2026-01-11', '2026-01-11T00:00:00+08:00'],
	['2024-02-29 00:00:00', '2024-02-29T00:00:00+08:00'],
])('%j is a time in UTC+8', (text, iso) => {
	expect(serviceTimeToIso(text)).toBe(iso);
});

it.each([
	['a time with Z', '2026-01-05T08:00:00Z'],
	['a time with an offset', '2026-01-05T08:00:00+02:00'],
])('%s is returned unchanged', (_, text) => {
	expect(serviceTimeToIso(text)).toBe(text);
});

it.each([
	...[undefined, '', 'soon', 'Task 5', '1', '2026-01-11 12:43', '2026-13-45 99:99:99'],
	...['2026-02-30T25:61:61+08:00', '2026-01-05T08:00:00+99:99'],
])('%j is no time', (nothing) => {
	expect(serviceTimeToIso(nothing)).toBeUndefined();
	expect(serviceTimeToMs(nothing)).toBeNaN();
});

it('milliseconds count from 1970 in UTC, whatever the local time zone', () => {
	expect(serviceTimeToMs('2026-01-26 00:00:00')).toBe(Date.UTC(2026, 0, 25, 16));
});
