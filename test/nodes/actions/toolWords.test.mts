import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import type { Parameters } from '../instance.mts';
import { FREE, MAY_PAY } from '../moneySentences.mts';
import { onTask, runForm, useService } from '../service.mts';

const service = useService();

/** Words for people, who have panels and a browser. */
const FOR_PEOPLE = /'[A-Z][\w ]+'|Open the|credential|the option |Task: /;

const LEVELS = { __rl: true, mode: 'id', value: '56258' };
const PICTURE = '18:LoadImage.image';

function asTool(parameters: Parameters, credential: object = service.credential) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
	return service.run({ parameters, settings, credential: { ...credential } });
}

describe('a model is told in plain words', () => {
	const cat = runForm({ '6:CLIPTextEncode.text': 'a cat' });
	const PAYS = /You pay for the time it ran\.$/;
	const AGAIN = /[Dd]on't call this tool again/;
	const WITH_ID = /[Dd]on't call this tool again.*by the request ID with another tool/;
	const limited = (limits: Parameters) =>
		({ ...cat, options: { variations: 2, maxAtATime: 1, ...limits } }) as Parameters;
	const planning = (plan: object) => () => service.emulator.plan(plan);
	const failing = (on: Operation, effect: FaultEffect) => () =>
		service.emulator.addFault({ on, times: Infinity, effect });
	const lost = failing('create', { type: 'reset', when: 'after' });
	const unread = failing('outputs', { type: 'answer', status: 403, body: {} });

	it.each<[string, Parameters, () => void, RegExp, RegExp | string]>([
		['a task is unconfirmed', cat, lost, AGAIN, MAY_PAY],
		['a limit is reached', limited({ maxBilledSeconds: 1 }), () => {}, AGAIN, MAY_PAY],
		['a task runs on', cat, planning({ runningMs: 600_000 }), WITH_ID, /again for it\./],
		["a task exists whose result can't be read", cat, unread, WITH_ID, /./],
		['outputs are late', cat, planning({ outputs: 'none' }), WITH_ID, /./],
	])('it is told not to call again if %s', async (_, parameters, begin, words, more) => {
		begin();

		const { error } = await asTool(parameters);

		expect(error?.message).toMatch(words);
		expect(error?.message).toMatch(more);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
		const [task] = service.emulator.tasks();
		if (begin !== lost) expect(error?.message).toContain(task?.requestId);
	});

	it('it is told not to call again if a limit has no room for its tasks', async () => {
		const { error } = await asTool(limited({ maxTasks: 1 }));

		expect(error?.message).toMatch(AGAIN);
		expect(error?.message).toMatch(FREE);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
		expect(service.creates()).toBe(0);
	});

	it.each([
		['failed', { outcome: 'Failed' }, MAY_PAY],
		['content_rejected', { outputs: 'rejected' }, PAYS],
		['output_failed', { outputs: 'error' }, PAYS],
	] as const)('it is told to ask before it pays for another task: %s', async (_, plan, money) => {
		service.emulator.plan(plan);

		const { error } = await asTool(cat);

		expect(error?.message).toMatch(/\b[Aa]sk\b[^.]* before you call this tool again/);
		expect(error?.message).toMatch(money);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
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
		'it is told to ask for what it lacks, with no example to copy: %s',
		async (_, parameters) => {
			const { error } = await asTool(parameters);

			expect(error?.message).toMatch(/, or ask the user for (it|them|one)\./);
			expect(error?.message).not.toMatch(/e\.g\.|54663|By URL|By default|input item/);
			expect(service.creates()).toBe(0);
		},
	);

	it('nothing stands in its text and again below it', async () => {
		const { error } = await asTool(runForm({ '3:KSampler.steps': 500 }));

		expect(error?.message).toMatch(/Correct the values .* You weren't charged\.$/);
		expect(error?.description ?? '').toBe('');
		expect(error?.context?.data).toMatch(/^Correct the value\./);
	});

	it('it is told the cost by what is known of the task, whatever the app writes', async () => {
		const errorMessage = `Node 12 stopped. ${FREE}`;
		service.emulator.plan({ outcome: 'Failed', errorMessage });

		const { error } = await asTool(cat);

		expect(error?.message).toContain(`"${errorMessage}"`);
		expect(error?.message).toContain(MAY_PAY);
	});

	it('it is told to ask for what the service lacks', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20015 } });

		const { error } = await asTool(cat);

		expect(error?.message).toContain('or ask the user for them.');
	});

	it.each([
		['the API key', { apiKey: 'wrong' }, "check the account and this tool's API key. Don't"],
		['a setting', { maxTasksAtATime: 'many' }, 'Ask the user to check this tool.'],
	])('it is told whom to ask about %s of the credential', async (_, changed, words) => {
		const { error } = await asTool(cat, { ...service.credential, ...changed });

		expect(error?.message).toContain(words);
		expect(error?.message).not.toMatch(FOR_PEOPLE);
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

		const { error } = await asTool(onTask('getStatus', 'r-1'), credential);

		expect(error?.message).toContain('API key, then call this tool again.');
	});

	it('it may be repeated with another URL, and neither an ID nor a result is named', async () => {
		const { error } = await asTool({
			...{ resource: 'file', operation: 'upload', options: {}, fileSource: 'url' },
			fileUrl: `${service.emulator.storageUrl}/samples/gone.png`,
		});

		expect(error?.message).toContain('Correct the values');
		expect(error?.message).not.toMatch(/request ID|result/);
		expect(error?.message).not.toContain('charged');
	});
});
