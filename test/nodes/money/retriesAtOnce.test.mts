import { parse, stringify } from 'flatted';
import {
	createRunExecutionData,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';
import { retryOf, type Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { paused } from '../pause/pausedRuns.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { callNode } from '../toolCalls.mts';

const service = useService();
const MINUTE = 60_000;
const cat = runForm({ [PROMPT]: 'a cat' });
const PICTURE = '18:LoadImage.image';

/** An execution that failed because the balance was used up. */
async function failedRun(parameters: Parameters, items: INodeExecutionData[] = [{ json: {} }]) {
	service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });
	const failed = await service.run({ parameters, items });
	expect(failed.error?.message).toContain('balance');
	return failed;
}

/** Two people retry it, the second one so much later. */
function retryTwice(failed: Ended, parameters: Parameters, ms: number): Promise<Ended[]> {
	const retry = (executionId: string) =>
		service.run({ parameters, earlier: retryOf(failed), executionId });
	return Promise.all([retry('2'), service.time.sleep(ms).then(() => retry('3'))]);
}

function fullFor(ms: number): void {
	service.emulator.setLimits({ parallelTasks: 0 });
	service.time.after(ms, () => service.emulator.setLimits({ parallelTasks: 100 }));
}

const idsOf = (ends: readonly Ended[]) =>
	ends.map(({ outputs }) => outputs[0]?.[0]?.json['request_id']);
const tasks = () => service.emulator.tasks().map(({ requestId }) => requestId);

describe('two retries of one execution at once create one task, and both return its result', () => {
	it('the second begins 20 s later, and the service is full', async () => {
		const failed = await failedRun(cat);
		fullFor(MINUTE);

		const ends = await retryTwice(failed, cat, 20_000);

		expect(tasks()).toHaveLength(1);
		expect(idsOf(ends)).toEqual([...tasks(), ...tasks()]);
	});

	it('the second begins while the first uploads its file', async () => {
		const parameters = runForm({ [PICTURE]: 'data' }, {}, 56258);
		const binary = { data: await photo(service) };
		const failed = await failedRun(parameters, [{ json: {}, binary }]);
		service.emulator.addFault({ on: 'put', effect: { type: 'delay', ms: MINUTE / 2 } });

		const ends = await retryTwice(failed, parameters, 5_000);

		expect(tasks()).toHaveLength(1);
		expect(idsOf(ends)).toEqual([...tasks(), ...tasks()]);
	});

	it('the second polls if the service calls back the first, which is paused', async () => {
		const failed = await failedRun(paused());
		fullFor(MINUTE);

		const ends = await retryTwice(failed, paused(), 5_000);

		expect(tasks()).toHaveLength(1);
		expect(ends.map(({ run }) => run.data.waitTill !== undefined).sort()).toEqual([false, true]);
		expect(idsOf(ends)).toEqual([...tasks(), ...tasks()]);
	});

	it('calls of a tool included', async () => {
		const call = (executionId: string, data: IRunExecutionData) =>
			callNode({ credential: service.credential, parameters: cat, executionId, data });
		const data = createRunExecutionData();
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });
		await call('1', data).catch(() => undefined);
		fullFor(MINUTE);
		const retry = (executionId: string) =>
			call(executionId, parse(stringify(data)) as IRunExecutionData);

		const ends = await Promise.all([retry('2'), service.time.sleep(5_000).then(() => retry('3'))]);

		expect(tasks()).toHaveLength(1);
		expect(ends.map(([item]) => item?.json['request_id'])).toEqual([...tasks(), ...tasks()]);
	});
});
