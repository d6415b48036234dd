import type { Parameters } from '../instance.mts';
import { onTask, runForm, useService } from '../service.mts';

const service = useService();

/** Words for people, who have panels and a browser. */
const FOR_PEOPLE = /'[A-Z][\w ]+'|Open the|credential|in the options|Task: /;

const LEVELS = { __rl: true, mode: 'id', value: '56258' };
const PICTURE = '18:LoadImage.image';

function asTool(parameters: Parameters) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
	return service.run({ parameters, settings });
}

describe('a model is told in plain words', () => {
	const cat = runForm({ '6:CLIPTextEncode.text': 'a cat' });

	it('not to call again for a task that is unconfirmed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const { error } = await asTool(cat);

		expect(error?.message).toContain("Don't call this tool again");
		expect(error?.message).toMatch(/You may be charged\.$/);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('not to call again at a limit of the user', async () => {
		const { error } = await asTool({
			...cat,
			options: { variations: 2 },
			limits: { maxTasks: 1 },
		} as Parameters);

		expect(error?.message).toContain("Don't call this tool again");
		expect(error?.message).toContain(String(service.emulator.tasks()[0]?.requestId));
		expect(error?.message).toMatch(/You may be charged\.$/);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('that a task runs on', async () => {
		service.emulator.plan({ runningMs: 600_000 });

		const { error } = await asTool(cat);

		expect(error?.message).toContain("Don't call this tool again for it.");
		expect(error?.message).toContain('by the request ID with another tool');
		expect(error?.message).toContain(String(service.emulator.tasks()[0]?.requestId));
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it("that a task exists whose result can't be read", async () => {
		const effect = { type: 'answer', status: 403, body: {} } as const;
		service.emulator.addFault({ on: 'outputs', times: Infinity, effect });

		const { error } = await asTool(cat);

		expect(error?.message).toMatch(
			/don't call this tool again.*by the request ID with another tool/,
		);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it.each([
		['failed', { outcome: 'Failed' }],
		['content_rejected', { outputs: 'rejected' }],
		['output_failed', { outputs: 'error' }],
	] as const)('to ask before it pays for another task: %s', async (_, plan) => {
		service.emulator.plan(plan);

		const { error } = await asTool(cat);

		expect(error?.message).toMatch(/\b[Aa]sk\b[^.]* before you call this tool again/);
		expect(error?.message).toMatch(/You may be charged\.$/);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('not to call again for outputs that are late', async () => {
		service.emulator.plan({ outputs: 'none' });

		const { error } = await asTool(cat);

		expect(error?.message).toMatch(
			/don't call this tool again.*by the request ID with another tool/,
		);
	});

	it.each([
		['an app ID', { ...cat, appId: { __rl: true, mode: 'id', value: 'Levels' } }],
		['no request ID', onTask('getStatus', '={{ "" }}')],
		['a request ID of no such form', onTask('wait', '../a')],
		[
			'no URL',
			{ resource: 'file', operation: 'upload', options: {}, fileSource: 'url', fileUrl: '' },
		],
		['a file', { ...runForm({ [PICTURE]: 'the attached one' }), appId: LEVELS }],
	] as ReadonlyArray<readonly [string, Parameters]>)(
		'to ask for what it lacks, with no example to copy: %s',
		async (_, parameters) => {
			const { error } = await asTool(parameters);

			expect(error?.message).toMatch(/, or ask the user for (it|them|one)\./);
			expect(error?.message).not.toMatch(/e\.g\.|54663|By URL|By default|input item/);
			expect(service.creates()).toBe(0);
		},
	);

	it('to ask for what the service lacks', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20015 } });

		const { error } = await asTool(cat);

		expect(error?.message).toContain('or ask the user for them.');
	});

	it('whom to ask about the API key', async () => {
		const credential = { ...service.credential, apiKey: 'wrong' };
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { error } = await service.run({ parameters: cat, settings, credential });

		expect(error?.message).toContain("Ask the user to check this tool's API key.");
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('whom to ask about a setting of the credential', async () => {
		const credential = { ...service.credential, maxTasksAtATime: 'many' };
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { error } = await service.run({ parameters: cat, settings, credential });

		expect(error?.message).toContain('Ask the user to check the settings of this tool.');
	});
});

describe('a call that creates no task may be repeated', () => {
	const down = { type: 'answer', status: 502, body: { message: 'Bad gateway' } } as const;
	const FORBIDS = /Don't call this tool|before you call this tool again|creates a new task/;

	async function created(plan: object = {}) {
		service.emulator.plan(plan);
		const { outputs } = await asTool(
			runForm({ '6:CLIPTextEncode.text': 'a cat' }, { waitMode: 'none' }),
		);
		return String(outputs[0]?.[0]?.json.request_id);
	}

	it.each([
		['getStatus', 'status'],
		['getOutputs', 'outputs'],
		['wait', 'status'],
		['cancel', 'cancel'],
		['interrupt', 'interrupt'],
	] as const)('it may be repeated while the service is down: %s', async (operation, on) => {
		const requestId = await created();
		await service.time.sleep(60_000);
		service.emulator.addFault({ on, effect: down, times: Infinity });

		const { error } = await asTool(onTask(operation, requestId));

		expect(error?.message).toMatch(/[Cc]all this tool again/);
		expect(error?.message).not.toMatch(FORBIDS);
		expect(error?.message).not.toContain('charged');
	});

	it.each([
		['failed', { outcome: 'Failed' }],
		['content_rejected', { outputs: 'rejected' }],
		['timeout', { runningMs: 6_000_000 }],
	])('it may be repeated after a task ended with %s', async (_, plan) => {
		const { error } = await asTool(onTask('wait', await created(plan)));

		expect(error?.message).not.toMatch(FORBIDS);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
	});

	it('it may be repeated with another API key', async () => {
		const credential = { ...service.credential, apiKey: 'wrong' };
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };

		const { error } = await service.run({
			parameters: onTask('getStatus', 'r-1'),
			settings,
			credential,
		});

		expect(error?.message).toContain('API key, then call this tool again.');
	});

	it('it may be repeated with another URL, and neither an ID nor a result is named', async () => {
		const { error } = await asTool({
			...{ resource: 'file', operation: 'upload', options: {}, fileSource: 'url' },
			fileUrl: `${service.emulator.storageUrl}/samples/gone.png`,
		});

		expect(error?.message).toContain('Check the URL of the file');
		expect(error?.message).not.toMatch(/request ID|result/);
		expect(error?.message).toMatch(/You weren't charged\.$/);
	});
});
