import { storedFile } from '../binaryStore.mts';
import { retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { collections, onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();
const continues = { onError: 'continueRegularOutput' } as const;
const retries = { retryOnFail: true, maxTries: 3 };
const OUT_OF_MEMORY = { outcome: 'Failed', errorMessage: 'Out of memory' } as const;

function ids(): string[] {
	return service.emulator.tasks().map(({ requestId }) => requestId);
}

function cat(options: Parameters = {}, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { ...collections(options), ...more });
}

describe('an item whose earlier try was charged', () => {
	it.each([
		['at a limit', { maxTasks: 1 }, undefined],
		["if the app can't be read", {}, { type: 'refuse', code: 20230 }],
	] as const)('says so %s, with the task and why it failed', async (_, options, effect) => {
		service.emulator.plan(OUT_OF_MEMORY);
		if (effect) service.emulator.addFault({ on: 'detail', skip: 1, times: Infinity, effect });

		const { error } = await service.run({ parameters: cat(options), settings: retries });

		const said = `${error?.message} ${error?.description}`;
		expect(ids()).toHaveLength(1);
		expect(said).toContain(ids()[0]);
		expect(said).toContain('Out of memory');
		expect(said).not.toContain("You weren't charged");
		expect(said).not.toContain('No task was created');
	});

	it('has the ID in its details, for Task operations', async () => {
		service.emulator.plan(OUT_OF_MEMORY);

		const { outputs } = await service.run({
			parameters: cat({ maxTasks: 1 }),
			settings: { ...retries, ...continues },
		});

		const { details } = outputs[0]?.[0]?.json ?? {};
		expect(details).toMatchObject({ request_id: ids()[0] });
		expect(details).not.toHaveProperty('status');
	});

	it('names all of its tasks when it succeeds', async () => {
		service.emulator.plan(OUT_OF_MEMORY, { times: 2 });
		service.emulator.plan({});

		const { outputs } = await service.run({ parameters: cat(), settings: retries });

		const [first, second, third] = ids();
		expect(outputs[0]?.[0]?.json).toMatchObject({
			request_id: third,
			earlier_request_ids: [first, second],
		});
	});

	it('names the earlier one when the last one fails as well', async () => {
		service.emulator.plan(OUT_OF_MEMORY, { times: 1 });
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of time' });

		const { error } = await service.run({
			parameters: cat(),
			settings: { ...retries, maxTries: 2 },
		});

		expect(error?.message).toContain('Out of time');
		expect(error?.description).toContain(ids()[0]);
	});
});

it('an item whose earlier task was canceled before it ran is told that it was free', async () => {
	service.emulator.plan({ queuingMs: 600_000 });
	const options = { maxWaitMinutes: 1, onTimeout: 'stop' };
	const first = await service.run({ parameters: cat(options) });
	service.emulator.addFault({ on: 'detail', effect: { type: 'refuse', code: 20230 } });

	const { error } = await service.run({
		parameters: cat(options),
		earlier: retryOf(first),
		executionId: '2',
	});

	expect(error?.description).toContain(ids()[0]);
	expect(error?.description).toContain("You weren't charged.");
});

it.each([
	['Max Wait Time', { maxWaitMinutes: 1, onTimeout: 'stop' }, 'was stopped'],
	['Max Queue Time', { maxQueueMinutes: 1 }, 'in the queue'],
] as const)('a task canceled at %s counts for Max Tasks per Execution', async (...row) => {
	const [, limit, reason] = row;
	service.emulator.plan({ queuingMs: 600_000 }, { times: 1 });
	service.emulator.plan({});

	const { outputs } = await service.run({
		parameters: cat({ maxTasks: 1, maxAtATime: 1, ...limit }),
		items: [{ json: {} }, { json: {} }],
		settings: continues,
	});

	expect(outputs[0]?.map(({ json }) => json.status ?? json.error)).toEqual([
		expect.stringContaining(reason),
		'The limit of 1 task per execution is reached',
	]);
	expect(service.creates()).toBe(1);
});

it("a model's earlier task is named as well", async () => {
	service.emulator.plan(OUT_OF_MEMORY);

	const { error } = await service.run({
		parameters: runModel({ limits: { maxTasks: 1 } }),
		settings: retries,
	});

	const [id] = service.emulator.modelTasks().map(({ requestId }) => requestId);
	expect(error?.description).toContain(id);
	expect(error?.description).toContain('You may be charged.');
});

it('a try that sends no create counts for no limit', async () => {
	const photo = await storedFile(Buffer.alloc(3_000), 'photo.png', 'image/png');
	const credential = { ...service.credential, maxTasksPerHour: 3 };
	const parameters = runForm({ '18:LoadImage.image': 'data' }, {}, 56258);
	service.emulator.plan(OUT_OF_MEMORY);
	const items = [{ json: {}, binary: { data: photo } }];
	let last = await service.run({ parameters, items, credential });
	const effect = { type: 'answer', status: 400 } as const;
	service.emulator.addFault({ on: 'put', times: Infinity, effect });

	for (const executionId of ['2', '3', '4', '5'])
		last = await service.run({ parameters, credential, earlier: retryOf(last), executionId });

	expect(last.error?.message).not.toContain('limit of 3 tasks per hour');
	expect(last.error?.description).toContain('You may be charged.');
});

it('a finished task whose file is lost keeps its billed seconds', async () => {
	service.emulator.plan({ runningMs: 10_000 });
	const effect = { type: 'answer', status: 403 } as const;
	service.emulator.addFault({ on: 'download', times: Infinity, effect });

	const { outputs } = await service.run({
		parameters: cat({}, { downloadFiles: true }),
		settings: continues,
	});

	expect(outputs[0]?.[0]?.json.details).toMatchObject({ kind: 'download', billed_seconds: 8 });
});

it('of a file that is lost the message has no URL, and its description what was billed', async () => {
	service.emulator.plan({ runningMs: 10_000 });
	service.emulator.addFault({
		...{ on: 'download', times: Infinity },
		effect: { type: 'answer', status: 403 },
	});

	const alone = await service.run({ parameters: cat({}, { downloadFiles: true }) });
	const first = await service.run({
		parameters: cat({}, { downloadFiles: true, options: { maxAtATime: 1 } }),
		items: twoItems,
	});

	const [own] = service.emulator.tasks().map(({ requestId }) => requestId);
	expect(alone.error?.message).toBe(
		`Couldn't download ${own}_1.png: the storage didn't return it (HTTP 403)`,
	);
	expect(alone.error?.description).toMatch(/ Billed: 8 seconds\. You pay for the time it ran\.$/);
	expect(first.error?.description).toMatch(
		/1 failed \(8 billed seconds\).*You pay for the time this item ran\.$/,
	);
});

const twoItems = [{ json: { n: 'a' } }, { json: { n: 'b' } }];

it('the summary contains what a rejected result cost, beside the finished tasks', async () => {
	service.emulator.plan({ outputs: 'rejected' }, { times: 1 });

	const { hints } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }),
		items: [...twoItems, { json: {} }],
		settings: { onError: 'continueRegularOutput' },
	});

	expect(hints).toEqual([
		'2 tasks finished (3.2 billed seconds). 1 item failed (1.6 billed seconds).',
	]);
});

describe('a failed item tells of the others', () => {
	it('it names those of its other variations', async () => {
		const { error } = await service.run({
			parameters: runForm(
				{ [PROMPT]: 'a cat' },
				{ options: { variations: 3 }, limits: { maxTasks: 2 } },
			),
		});

		expect(error?.description).toMatch(/\b2 of 3 variations succeeded \(.*\), 1 didn't run\. /);
		expect(error?.description).toMatch(/You may be charged\.$/);
	});

	it('it names the operation for models if the task belongs to a model', async () => {
		service.emulator.addFault({ on: 'model', effect: { type: 'refuse', code: 20049 } });

		const { error } = await service.run({
			parameters: runModel({ waitMode: 'none', options: { maxAtATime: 2 } }),
			items: [...twoItems, ...twoItems],
		});

		expect(error?.description).toMatch(
			/1 of 4 items succeeded, .* Get later with Model: Get Task: /,
		);
	});

	it('it names none if the operation creates no tasks', async () => {
		const { outputs } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });
		const known = String(outputs[0]?.[0]?.json.request_id);

		const { error } = await service.run({
			parameters: onTask('getStatus', '={{ $json.id }}'),
			items: [{ json: { id: known } }, { json: { id: '' } }],
		});

		expect(error?.message).toBe("'Request ID' is empty");
		expect(error?.description).not.toContain(known);
	});
});
