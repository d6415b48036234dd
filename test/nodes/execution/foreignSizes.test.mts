import { onTask, useService } from '../service.mts';

const service = useService();

/** The operations of the service that were called. */
const calls = (operation: string) =>
	service.emulator.requests().filter((request) => request.operation === operation).length;

function answerOn(on: 'detail' | 'outputs' | 'status', body: string | object): void {
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on, times: Infinity, effect });
}

const success = { request_id: 'r-1', status: 'Success', ended_at: '2026-01-11 12:43:20' };

describe('an answer out of bounds', () => {
	const getOutputs = onTask('getOutputs', 'r-1', { downloadFiles: false });

	it.each([
		['with too many levels', '['.repeat(200_000)],
		['with too many values', `[${'0,'.repeat(300_000)}0]`],
	])('%s is not requested again', async (_, body) => {
		answerOn('status', { code: 20000, data: success });
		answerOn('outputs', body);

		const { error } = await service.run({ parameters: getOutputs });

		expect(error?.message).toMatch(/^The response (is nested|contains more)/);
		expect(calls('outputs')).toBe(1);
	});
});
