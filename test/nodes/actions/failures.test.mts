import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../until.mts';
import { binaryFolder } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { DENIAL, FREE, MAY_PAY } from '../moneySentences.mts';
import { photo } from '../photo.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

describe('a task without a result', () => {
	it.each([
		['failed', { outcome: 'Failed', errorMessage: 'Out of memory' }, ': "Out of memory"'],
		['had every output rejected', { outputs: 'rejected' }, 'content check'],
		['had no usable output', { outputs: 'error' }, 'none of its outputs is usable'],
		['had a content check that failed', { auditStatus: 4 }, 'none of its outputs is usable'],
		['had no output at all', { outputs: 'none' }, 'without any output'],
	] as const)('fails its item if it %s', async (_, plan, message) => {
		service.emulator.plan(plan);

		const { error } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });

		expect(error?.message).toContain(message);
		expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	});
});

/** All items are started at the same time, and none is finished after Max Wait Time. */
const LATE = { maxAtATime: 25, maxWaitMinutes: 0.1 };

describe('items that fail', () => {
	const parameters = runForm({
		[PROMPT]: '={{ $json.prompt }}',
		'3:KSampler.steps': '={{ $json.steps }}',
	});
	const items = [3, 300, 5].map((steps) => ({ json: { prompt: `cat ${steps}`, steps } }));
	const failedJson = {
		error: expect.stringContaining('from 1 to 50, but is 300'),
		details: {
			kind: 'input',
			retryable: false,
			app_id: 54663,
			status: 'NotCreated',
			description: expect.stringMatching(`^Correct the value.* ${FREE}$`),
		},
	};

	it('end the execution: no further item is started, and the description names the tasks that were created', async () => {
		service.time.after(1_000, () => service.emulator.plan({ outcome: 'Failed' }, { times: 1 }));

		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxAtATime: 1 } }),
			items: [1, 2, 3, 4].map(() => ({ json: {} })),
		});

		expect(service.creates()).toBe(2);
		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.context?.data).toContain(service.emulator.tasks()[0]?.requestId);
	});

	it('end the execution: all tasks are in the details of the error, and the description says so', async () => {
		service.emulator.plan({ runningMs: 60_000 });
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.n }}' }, { options: LATE }),
			items: Array.from({ length: 25 }, (_, n) => ({ json: { n: String(n) } })),
		});

		// Creates of the same moment may arrive in any order.
		const byItem = service.emulator
			.tasks()
			.toSorted(
				(one, other) => Number(one.inputValues[PROMPT]) - Number(other.inputValues[PROMPT]),
			);
		const ids = byItem.map(({ requestId }) => requestId);
		expect(ids).toHaveLength(25);
		expect(error?.message).toContain(ids[0]);
		expect(error?.description).not.toContain(ids[0]);
		expect(ids.filter((id) => error?.description?.includes(id))).toEqual([]);
		expect(error?.context?.data).toBe(ids.join(', '));
		expect(error?.description).toMatch(
			/\b0 of 25 succeeded, 25 failed\. 'Error details' has each known request ID\.$/,
		);
		expect(error?.description).not.toContain(DENIAL);
	});

	it('are returned among the others if On Error is Continue', async () => {
		const { outputs, error } = await service.run({
			parameters,
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.status ?? json)).toEqual([
			'Success',
			failedJson,
			'Success',
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'are all items if the node as a whole fails, and not those of the input, with %s',
		(onError) => {
			const cat = runForm({ [PROMPT]: 'a cat' });
			const earlier = { request_id: 'of another node', status: 'Success' };
			it.each<[string, Parameters, object, number]>([
				['a limit has no value', { ...cat, options: { maxAtATime: '={{ $json.no }}' } }, {}, 2],
				['a URL of the credential is invalid', cat, { baseUrl: 'no URL' }, 2],
				['there is no such operation', { ...cat, operation: 'paint' }, {}, 2],
				['there are too many tasks', { ...cat, options: { variations: 50 } }, {}, 201],
			])('%s', async (_, given, credential, count) => {
				const { outputs, error } = await service.run({
					parameters: given,
					credential: { ...service.credential, ...credential },
					items: Array.from({ length: count }, () => ({ json: earlier })),
					settings: { onError },
				});

				expect(error).toBeUndefined();
				const failed = outputs.flat();
				expect(failed).toHaveLength(count);
				expect(failed[1]?.json).toMatchObject({
					error: expect.any(String),
					details: { kind: expect.stringMatching(/^(input|unreachable)$/), status: 'NotCreated' },
				});
				expect(failed[1]?.pairedItem).toEqual({ item: 1 });
				if (onError === 'continueErrorOutput') expect(outputs[0]).toEqual([]);
				else expect(failed[1]?.json).not.toHaveProperty('status');
				expect(service.creates()).toBe(0);
			});
		},
	);

	const idsOf = (item: number, count: number) =>
		Array.from({ length: count }, (_, n) => `r-${item}-${n}`).join();

	it.each<[string, object, number]>([
		['a URL of the credential is invalid', { baseUrl: 'no URL' }, 1],
		['there are too many IDs', {}, 5_001],
	])("don't say that no task exists if they were to read one, and %s", async (_, given, count) => {
		const { outputs } = await service.run({
			parameters: onTask('wait', '={{ $json.ids }}'),
			credential: { ...service.credential, ...given },
			items: [1, 2].map((item) => ({ json: { ids: idsOf(item, count) } })),
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({ error: expect.any(String) });
		expect(outputs[0]?.[0]?.json.details).not.toHaveProperty('status');
	});

	it('name the tasks of others if the file of one was deleted in n8n', async () => {
		const [kept, deleted] = [await photo(service), await photo(service)];
		const values = { '18:LoadImage.image': 'data' };
		const running = service.run({
			parameters: runForm(values, { options: { maxAtATime: 1 } }, 56258),
			items: [kept, deleted].map((file) => ({ json: {}, binary: { data: file } })),
		});
		// By then, the files of all items were looked at.
		await until(() => service.creates() === 1);
		rmSync(join(await binaryFolder(), String(deleted.id).replace(/^[^:]*:/, '')));
		const { error } = await running;

		const [first] = service.emulator.tasks();
		expect(error?.message).toContain("the file couldn't be read");
		expect(error?.context?.data).toContain(first?.requestId);
	});

	it('have the files of their input item at the error output, and nowhere else', async () => {
		const binary = { photo: await photo(service) };
		const given = { parameters, items: items.map((item) => ({ ...item, binary })) };

		const apart = await service.run({ ...given, settings: { onError: 'continueErrorOutput' } });
		const among = await service.run({ ...given, settings: { onError: 'continueRegularOutput' } });

		expect(apart.outputs[1]).toMatchObject([{ json: failedJson, binary }]);
		expect(among.outputs[0]?.[1]).not.toHaveProperty('binary');
	});

	it('leave by the error output also if n8n keeps files in JSON', async () => {
		const binary = { photo: await photo(service) };

		const { outputs } = await service.run({
			...{ parameters, items: items.map((item) => ({ ...item, binary })) },
			workflowSettings: { binaryMode: 'combined' },
			settings: { onError: 'continueErrorOutput' },
		});

		expect(outputs[1]?.map(({ json }) => json)).toEqual([failedJson]);
	});

	it('keep the request ID of their task', async () => {
		service.emulator.plan({ outcome: 'Failed' });
		const { outputs } = await service.run({
			parameters: runForm({}),
			settings: { onError: 'continueRegularOutput' },
		});

		const [task] = service.emulator.tasks();
		expect(outputs[0]?.[0]?.json.details).toEqual({
			kind: 'failed',
			retryable: false,
			request_id: task?.requestId,
			app_id: 54663,
			status: 'Failed',
			description: expect.stringContaining(MAY_PAY),
		});
	});
});

describe('if several values of an item are invalid', () => {
	const message = "'Steps' must be a number from 1 to 50, but is 500";
	const bad = { [PROMPT]: 'a cat', '3:KSampler.steps': 500, '3:KSampler.sampler_name': 'best' };
	const wide = { overrideInputs: { values: [{ key: 'Width', value: 'wide' }] } } as never;

	it('the message names the first one, and its description the others', async () => {
		const { error } = await service.run({ parameters: runForm(bad, wide) });

		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(
			/Also invalid: 'Sampler' must be .* but is "best"; 'Width' must be .*"wide"\. /,
		);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('at most ten of them are named', async () => {
		const unknown = Array.from({ length: 13 }, (_, n) => [`${n}:Gone.x`, n]);

		const { error } = await service.run({ parameters: runForm(Object.fromEntries(unknown)) });

		expect(error?.message).toBe('The app has no input "0:Gone.x"');
		expect(error?.description).toContain(
			`"8:Gone.x"; The app has no input "9:Gone.x" and 3 more. ${FREE}`,
		);
		expect(error?.description).not.toContain('10:Gone');
	});

	it('all expressions without a value are named before the app is read', async () => {
		const typo = '={{ $json.typo }}';
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: typo, '3:KSampler.steps': typo }),
		});

		expect(error?.message).toContain(PROMPT);
		expect(error?.description).toMatch(/Also invalid: The expression for '3:KSampler.steps'/);
		expect(service.emulator.requests()).toEqual([]);
	});

	it('an agent learns them all', async () => {
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
		const { error } = await service.run({ parameters: runForm(bad), settings });

		expect(error?.message).toMatch(/'Steps' must be .* Also invalid: 'Sampler' must be/);
	});
});

/** Words for which n8n has messages of its own, which it shows in place of the node's. */
it.each(['connect ECONNREFUSED 10.0.0.7', 'getaddrinfo failed', 'EPERM: operation not permitted'])(
	'a reason with the words %j keeps its message, and the request ID in it',
	async (reason) => {
		const data = { status: 'Failed', error_message: reason };
		const body = { code: 20000, message: 'Ok', data };
		const effect = { type: 'answer', status: 200, body } as const;
		service.emulator.addFault({ on: 'status', effect, times: Infinity });

		const { error } = await service.run({ parameters: runForm({}) });

		expect(error?.message).toContain(reason);
		expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	},
);

async function createdTask(): Promise<string> {
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	return String(outputs[0]?.[0]?.json.request_id);
}

it.each(['getStatus', 'getOutputs'])(
	"%s tolerates a new task that can't be found for a moment",
	async (operation) => {
		service.emulator.plan({ notFoundMs: 3_000 });
		const requestId = await createdTask();

		const { outputs, error } = await service.run({ parameters: onTask(operation, requestId) });

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ request_id: requestId });
	},
);

it.each(['getStatus', 'getOutputs'])(
	'%s of an unknown task fails within seconds',
	async (operation) => {
		const begun = service.time.now();

		const { error } = await service.run({ parameters: onTask(operation, 'unknown') });

		expect(error?.message).toContain('The task was not found');
		expect(service.time.now() - begun).toBeLessThan(5_000);
	},
);

it("a finished task whose outputs can't be read keeps its status, and another try is free", async () => {
	const requestId = await createdTask();
	await service.time.sleep(60_000);
	const effect = { type: 'html', status: 502 } as const;
	service.emulator.addFault({ on: 'outputs', effect, times: Infinity });

	const settings = { onError: 'continueRegularOutput' } as const;
	const { outputs } = await service.run({ parameters: onTask('getOutputs', requestId), settings });

	const details = { status: 'Success', description: expect.stringContaining('creates no task') };
	expect(outputs[0]?.[0]?.json).toMatchObject({ details });
});
