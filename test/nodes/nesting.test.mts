import { onTask, useService } from './service.mts';
import { parse, stringify } from 'flatted';
import { post, useTriggers } from './triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** n8n writes an execution so, and the editor asks for it again. */
function isReadAgain(data: unknown): boolean {
	return parse(stringify(data)) !== undefined;
}

it.each([
	['Task: Get Status', 'status', onTask('getStatus', 'r-1', { simplify: false })],
	['Model: Get Task', 'modelStatus', { ...onTask('getTask', 'r-1'), resource: 'model' }],
	['Account: Get Balance', 'wallet', { resource: 'account', operation: 'getBalance', options: {} }],
] as const)(
	"a record with 200,000 levels doesn't get into the execution: %s",
	async (_, on, parameters) => {
		const outputs = `{"images":[${nested(200_000)}]}`;
		const data = `{"request_id":"r-1","status":"Success","outputs":${outputs}}`;
		const body = `{"code":20000,"data":${data}}`;
		const headers = { 'content-type': 'application/json' };
		const effect = { type: 'answer', status: 200, headers, body } as const;
		service.emulator.addFault({ on, effect, times: Infinity });

		const { error, run } = await service.run({ parameters });

		expect(error?.message).toContain('nested more than 100 levels deep');
		expect(isReadAgain(run.data)).toBe(true);
	},
);

it('a callback body with as many levels starts nothing', async () => {
	const host = await listen({ parameters: { resultSource: 'callback' } });

	const body = `{"request_id":"r-1","status":"Success","outputs":[{"a":${nested(200_000)}}]}`;

	expect(await post(host, body)).toMatchObject({ status: 503 });
	expect(host.started).toEqual([]);
});
