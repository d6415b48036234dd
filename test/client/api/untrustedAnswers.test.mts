import fc from 'fast-check';
import { settleSync } from '../../../client/settle';
import { readPayload } from './payload.mts';
import { AiAppError } from '../../../client/errors/AiAppError';
import { readTaskOutputs } from '../../../client/api/taskOutputs';
import { readTaskStatus } from '../../../client/api/taskStatus';

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

it('any response becomes a payload or an error with advice, never a stack trace', () => {
	fc.assert(
		fc.property(fc.integer({ min: 200, max: 599 }), headers, body, (status, sent, text) => {
			const payload = settleSync(() => readPayload({ status, headers: sent, body: text }));
			if (payload.ok) {
				expect(status).toBeLessThan(300);
				return;
			}
			expect(payload.error).toBeInstanceOf(AiAppError);
			const { message, advice } = payload.error as AiAppError;
			expect(advice).not.toBe('');
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
