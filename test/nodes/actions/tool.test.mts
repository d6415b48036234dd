import type { Parameters } from '../instance.mts';
import { FREE } from '../moneySentences.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

/** What an agent of version 3 makes n8n's engine do. */
function asTool(parameters: Parameters, more: object = {}) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...more };
	return service.run({ parameters, settings });
}

const run = (more: Parameters = {}) => runForm({ [PROMPT]: 'a cat' }, more);
const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

describe('the response to an agent', () => {
	it('contains status, URLs and billed seconds, but no file', async () => {
		const ended = await asTool(run({ downloadFiles: undefined as never }));

		expect(Object.keys(json(ended) ?? {})).toEqual([
			'url',
			'status',
			'request_id',
			'outputs',
			'billed_seconds',
		]);
		expect(ended.outputs[0]?.[0]?.binary).toBeUndefined();
		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations).not.toContain('download');
	});

	it('contains the texts of a model', async () => {
		const modelPath = 'sample-writer/text-to-text';
		const modelParameters = { user_prompt: 'kites fly' };

		const ended = await asTool(runModel({ modelPath, modelParameters }));

		expect(json(ended)).toEqual({
			status: 'Success',
			request_id: service.emulator.modelTasks()[0]?.requestId,
			outputs: [{ text: 'fly kites', ok: true }],
		});
	});

	it('contains the reason if a task failed', async () => {
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });
		const id = String(json(await asTool(run({ waitMode: 'none' })))?.request_id);
		await service.time.sleep(10_000);

		expect(json(await asTool(onTask('getStatus', id)))).toMatchObject({
			status: 'Failed',
			error_message: 'Out of memory',
		});
	});

	it('contains the selected fields', async () => {
		const selected = run({ output: 'selected', outputFields: ['status', 'expires_at'] });

		expect(json(await asTool(selected))).toEqual({
			status: 'Success',
			expires_at: expect.any(String),
		});
	});

	it('contains a field that is selected without a list', async () => {
		const selected = run({ output: 'selected', outputFields: 'status' });

		expect(json(await asTool(selected))).toEqual({ status: 'Success' });
	});

	it.each([
		['Fields', { output: 'selected', outputFields: ['state'] }, '"state"'],
		['Output', { output: 'short' }, '"short"'],
	])('is refused before it costs anything if %s has no such choice', async (name, more, value) => {
		const { error } = await asTool(run(more));

		expect(error?.message).toContain(`'${name}' has no option ${value}`);
		expect(service.creates()).toBe(0);
	});

	it('contains the complete record with Output set to Raw', async () => {
		expect(json(await asTool(run({ output: 'raw' })))).toMatchObject({
			type: 'API',
			cost_times: { total_cost_time: 1500 },
		});
	});

	it('is the same for Get Status and Get Outputs', async () => {
		const id = String(json(await asTool(run({ waitMode: 'none' })))?.request_id);
		await service.time.sleep(10_000);

		for (const operation of ['getStatus', 'getOutputs'])
			expect(json(await asTool(onTask(operation, id)))).toMatchObject({
				request_id: id,
				status: 'Success',
			});
	});
});

it('an agent waits five minutes by default', async () => {
	service.emulator.plan({ runningMs: 600_000 });
	const begun = service.time.now();

	const { error } = await asTool(run());

	expect(error?.message).toContain("didn't finish within 5 minutes");
	expect(service.time.now() - begun).toBeLessThan(310_000);
});

describe('an error response to an agent', () => {
	const tooWide = run({
		overrideInputs: { values: [{ key: 'Width', value: 9_000 }] } as never,
	});
	const message =
		/must be a number from 64 to 2048, but is 9000\. Correct the values and call this tool again/;

	it('says what happened and what to do', async () => {
		expect((await asTool(tooWide)).error?.message).toMatch(message);
		expect(service.creates()).toBe(0);
	});

	it('does so also if On Error is Continue', async () => {
		const ended = await asTool(tooWide, { onError: 'continueRegularOutput' });

		expect(json(ended)).toEqual({
			error: expect.stringMatching(message),
			details: { kind: 'input', retryable: false, app_id: 54663, status: 'NotCreated' },
		});
	});
});

function callWith(inputsJson: unknown, more: object = {}) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...more };
	const json = { specifyInputs: 'json', inputsJson: inputsJson as never };
	return service.run({ parameters: runForm({}, json), settings });
}

/** The names of inputs that a reply lists. */
function acceptedIn(message = ''): string[] {
	const [, list = ''] = /The app accepts: (.*?)\. [A-Z]/.exec(message) ?? [];
	return JSON.parse(`[${list}]`) as string[];
}

describe('a call with JSON that is rejected', () => {
	it.each([
		[
			'unknown input',
			'{"wrong": 1}',
			/has no input "wrong"\. .* The app accepts: "6:CLIP.*App: Get/,
		],
		['invalid value', '{"Steps": 99}', /from 1 to 50, but is 99.* Input ID: "3:KSampler\.steps"\./],
		[
			'input given twice',
			'{"Prompt": "a", "6:CLIPTextEncode.text": "b"}',
			/the same input of the app\. Correct the values/,
		],
		['text that is no JSON', 'a red cat', /isn't a JSON object\. Correct the values/],
	])('answers with the reason and what to do: %s', async (_, json, reason) => {
		const { error } = await callWith(json);

		expect(error?.message).toMatch(reason);
		expect(error?.message).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('has the same words in an item if On Error is Continue', async () => {
		const { error } = await callWith('{"wrong": 1}');
		const { outputs } = await callWith('{"wrong": 1}', { onError: 'continueRegularOutput' });

		const { json } = outputs[0]?.[0] ?? {};
		expect(json).toMatchObject({ error: error?.message, details: { kind: 'input' } });
	});

	it('lists names that are accepted afterwards', async () => {
		const { error } = await callWith('{"wrong": 1}');
		const [prompt = '', , steps = ''] = acceptedIn(error?.message);

		const again = await callWith({ [prompt]: 'a red cat', [steps]: 12 });

		expect(again.error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({
			'6:CLIPTextEncode.text': 'a red cat',
			'3:KSampler.steps': 12,
		});
	});
});
