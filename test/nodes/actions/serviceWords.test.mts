import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';
import { usePausedExecutions } from '../pause/pausedExecutions.mts';
import { createTask, post, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService({ noEndedAt: false });
const { pausedFor, address, later } = usePausedExecutions(service);
const listen = useTriggers(service);

type Seen = { readonly text: string; readonly kind?: string; readonly status?: unknown };

const settings = { onError: 'continueRegularOutput' } as const;
const quick = { queuingMs: 0, preparingMs: 0, runningMs: 1_000, notFoundMs: 0 };

async function seenBy(parameters: Parameters<typeof service.run>[0]['parameters']): Promise<Seen> {
	const { outputs } = await service.run({ parameters, settings });
	return seenIn(outputs[0]?.[0]?.json);
}

function seenIn(json: object | undefined): Seen {
	const { details, status } = (json ?? {}) as { details?: { kind: string }; status?: string };
	return { text: JSON.stringify(json), ...(details && { kind: details.kind }), status };
}

/** What each way to the end of a task makes of it. */
const WAYS: Readonly<Record<string, (plan: object) => Promise<Seen>>> = {
	'App: Run that waits': async (plan) => {
		service.emulator.plan({ ...quick, ...plan });
		return seenBy(runForm({ [PROMPT]: 'a cat' }));
	},
	'App: Run with an open connection': async (plan) => {
		service.emulator.plan({ ...quick, ...plan });
		return seenBy(runForm({ [PROMPT]: 'a cat' }, { waitMode: 'keepOpen' }));
	},
	'Task: Wait for Completion': async (plan) =>
		seenBy(onTask('wait', await createTask(service, plan))),
	'Task: Get Outputs': async (plan) => {
		const requestId = await createTask(service, plan);
		await service.time.sleep(1_000);
		return seenBy(onTask('getOutputs', requestId));
	},
	'a paused execution': async (plan) => {
		service.emulator.plan({ ...quick, ...plan, callback: { copies: 0 } }, { times: 1 });
		const execution = await pausedFor([1_000]);
		await later();
		await execution.call({ url: address() });
		return seenIn(execution.resumed[0]?.[0]);
	},
	'AI App Trigger': async (plan) => {
		const host = await listen();
		const requestId = await createTask(service, plan);
		await service.time.sleep(1_000);
		await post(host, { request_id: requestId });
		return seenIn(host.started[0]);
	},
};

describe.each(Object.entries(WAYS))('%s', (name, end) => {
	const isItem = name === 'AI App Trigger';

	it('tells why a task failed that says so in its outputs, in more detail', async () => {
		const plan = { errorMessage: '任务失败', outputMessage: 'out of memory' };
		const seen = await end({ outcome: 'Failed', ...plan });

		expect(seen.text).toContain('out of memory');
		if (isItem) expect(seen.text).toMatch(/"error_message":"out of memory/);
		else expect(seen.kind).toBe('failed');
	});

	it('returns the result of a task that ended with an unknown status', async () => {
		const seen = await end({ unknownEnd: 'Completed' });

		expect(seen).toMatchObject({ status: 'Success', text: expect.stringContaining('"url":"http') });
		expect(seen).not.toHaveProperty('kind');
	});

	it('says that a task failed that ended with an unknown status and no usable output', async () => {
		const seen = await end({
			unknownEnd: 'Expired',
			outcome: 'Failed',
			errorMessage: '',
			outputMessage: '',
		});

		expect(seen.text).toMatch(/Expired|EXECUTION_ERROR/);
		if (isItem) expect(seen.status).toBe('Failed');
		else expect(seen.kind).toBe('failed');
	});
});

it.each<[string, object, string, RegExp]>([
	[
		'in its record',
		{ errorMessage: 'out of memory', outputMessage: '' },
		'failed',
		/out of memory/,
	],
	[
		'in its outputs alone',
		{ errorMessage: '', outputMessage: 'out of memory' },
		'failed',
		/out of memory/,
	],
	[
		'in its record, in more detail',
		{ errorMessage: 'out of memory at node 6', outputMessage: 'failed' },
		'failed',
		/out of memory/,
	],
	[
		'in its record that its content was rejected',
		{ errorMessage: 'NSFW', outputMessage: 'COMFY' },
		'content_rejected',
		/NSFW/,
	],
	[
		'in its outputs that its content was rejected',
		{ errorMessage: '任务失败', outputMessage: 'http code: 422' },
		'content_rejected',
		/http code: 422/,
	],
])('a task fails that says %s', async (_, plan, kind, words) => {
	service.emulator.plan({ ...quick, outcome: 'Failed', ...plan });

	const seen = await seenBy(runForm({ [PROMPT]: 'a cat' }));

	expect(seen).toMatchObject({ kind, text: expect.stringMatching(words) });
});

const times = { created_at: '2026-01-14 10:53:35', ended_at: '2026-01-14 10:53:39' };

function answer(on: Parameters<typeof service.emulator.addFault>[0]['on'], data: object): void {
	const effect = { type: 'answer', status: 200, body: { code: 20000, data } } as const;
	service.emulator.addFault({ on, effect, times: Infinity });
}

it.each(['content_rejected', 'failed'])(
	'a task that says %s by its outputs fails so',
	async (kind) => {
		const audit_status = kind === 'failed' ? 4 : 3;
		answer('status', { status: 'Failed', ...times });
		answer('outputs', { outputs: [{ audit_status, error_type: 'NOT_ERROR' }] });

		expect(await seenBy(runForm({ [PROMPT]: 'a cat' }))).toMatchObject({ kind });
	},
);

it.each(['NSFW_CONTENT', 'CONTENT_FILTER'])(
	'the code %s of an output is a rejection',
	async (code) => {
		answer('outputs', { outputs: [{ error_type: code }] });

		expect(await seenBy(runForm({ [PROMPT]: 'a cat' }))).toMatchObject({
			kind: 'content_rejected',
		});
	},
);

it.each(['NOT_ERROR', 'not_error', 'NO_ERROR', 'None'])(
	'the code %s of an output is none',
	async (code) => {
		answer('outputs', {
			outputs: [{ object_url: 'https://files.example/a.png', error_type: code }],
		});
		const parameters = runForm({ [PROMPT]: 'a cat' }, { downloadFiles: false });

		expect(await seenBy(parameters)).toMatchObject({ status: 'Success' });
	},
);

it('the reason in an item is a line of what people see, and not longer than a page', async () => {
	const reason = `out of\nmemory\u{e0041}\u200b ${'!'.repeat(100_000)}`;
	answer('status', { status: 'Failed', error_message: reason, ...times });

	const { text } = await seenBy(onTask('getStatus', 'id-1'));

	expect(text).toContain('"error_message":"out of memory !!');
	expect(text.length).toBeLessThan(2_500);
});

it('a good output gives no reason for a failure', async () => {
	const good = { object_url: 'https://files.example/a.png', error_msg: 'finished successfully' };
	answer('status', { status: 'Failed', error_message: 'out of memory', ...times });
	answer('outputs', { outputs: [{ ...good, error_type: 'NOT_ERROR' }] });

	expect((await seenBy(runForm({ [PROMPT]: 'a cat' }))).text).toContain('out of memory');
});

describe('a task that ended with an unknown status, without outputs and a reason', () => {
	const ended = { status: 'Completed', ...times };
	const retries = { settings: { retryOnFail: true, maxTries: 3 } };

	beforeEach(() => {
		answer('status', ended);
		answer('outputs', { outputs: [] });
	});

	it.each(['poll', 'keepOpen'])('is not paid for again with the wait mode %s', async (waitMode) => {
		const body = { request_id: 'id-1', ...ended, outputs: null };
		if (waitMode === 'keepOpen')
			service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 200, body } });
		const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode });

		const { error } = await service.run({ parameters, ...retries });

		expect(service.creates()).toBe(1);
		expect(error?.message).toContain('The task finished without any output');
	});

	it.each(['wait', 'getOutputs'])('is not called failed by Task: %s', async (operation) => {
		const requestId = await createTask(service, {});

		const { kind, text } = await seenBy(onTask(operation, requestId));

		expect(kind).toBe('empty_output');
		expect(text).toContain('"status":"Completed"');
	});

	it('has its callback repeated, because its outputs may be late', async () => {
		const host = await listen();
		const requestId = await createTask(service, {});

		const answered = await post(host, { request_id: requestId });

		expect(answered.status).toBe(503);
		expect(host.started).toEqual([]);
	});
});

it.each(['run', 'getTask'])('Model: %s waits for the outputs of such a task', async (operation) => {
	const created = await service.run({ parameters: runModel({ waitMode: 'none' }) });
	const requestId = String(created.outputs[0]?.[0]?.json['request_id']);
	const ended = { status: 'Completed', ...times };
	const effect = { type: 'answer', status: 200, body: { code: 20000, data: ended } } as const;
	service.emulator.addFault({ on: 'modelStatus', effect, times: 1 });
	answer('modelStatus', { ...ended, outputs: { texts: ['a caption'] } });
	const again = { resource: 'model', operation, requestId };

	const { outputs } = await service.run({
		parameters: operation === 'run' ? runModel() : again,
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({ outputs: [{ text: 'a caption' }] });
});

it("tells the record's reason if the outputs of a failed task can't be read, and reads them once", async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'out of memory' });
	const effect = { type: 'answer', status: 503, body: {} } as const;
	service.emulator.addFault({ on: 'outputs', effect, times: Infinity });

	const { error } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });

	expect(error?.message).toContain('out of memory');
	const reads = service.emulator.requests().filter(({ operation }) => operation === 'outputs');
	expect(reads).toHaveLength(1);
});

it('Get Status shows an unknown final status as it is', async () => {
	const requestId = await createTask(service, { unknownEnd: 'Completed' });
	await service.time.sleep(1_000);

	expect(await seenBy(onTask('getStatus', requestId))).toMatchObject({ status: 'Completed' });
});
