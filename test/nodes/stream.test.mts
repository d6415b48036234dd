import { inputItems } from './pausedRuns.mts';
import { onTask, runModel, useService } from './service.mts';
import { cat, outline, stream } from './streamedRuns.mts';

const service = useService();
const STARTING = 'Starting **Picture from Text**';

it('who watches sees each status of a task, its place in the queue, and the picture', async () => {
	service.emulator.plan({
		...{ queuingMs: 4_000, preparingMs: 3_000, runningMs: 5_000 },
		queueCount: 3,
	});

	const streamed = await stream(service, { parameters: cat() });

	expect(outline(streamed)).toBe('begin item end');
	const url = String(streamed.outputs[0]?.[0]?.json.url);
	expect(streamed.lines()).toEqual([
		STARTING,
		'Queued, 3 ahead',
		'Preparing, this can take minutes',
		'Running',
		`![](${url})`,
	]);
	expect(url).toMatch(/^http/);
});

it('each line is a paragraph of its own', async () => {
	const { chunks } = await stream(service, { parameters: cat() });

	for (const { type, content } of chunks) if (type === 'item') expect(content).toMatch(/\n\n$/);
});

it.each([
	["isn't streamed", { onChunk: undefined }, {}],
	['is turned off', {}, { streamProgress: false }],
])('a node sends nothing where the response %s', async (_, execution, options) => {
	const streamed = await stream(service, { parameters: cat(options), ...execution });

	expect(streamed.error).toBeUndefined();
	expect(streamed.chunks).toEqual([]);
});

it.each(['none', 'callback'])('a node that does not wait sends nothing: %s', async (waitMode) => {
	const more = { waitMode, callbackUrl: 'https://n8n.example.com/webhook/done' };

	const streamed = await stream(service, { parameters: cat({}, more) });

	expect(streamed.error).toBeUndefined();
	expect(streamed.chunks).toEqual([]);
});

it('a paused execution sends nothing, because a pause ends the response', async () => {
	const parameters = cat({ allowPrivateCallbackUrl: true }, { waitMode: 'pause' });

	const streamed = await stream(service, { parameters });

	expect(streamed.run.waitTill).toBeDefined();
	expect(streamed.chunks).toEqual([]);
});

it('two items take turns, each with one beginning and one end, and their lines are labelled', async () => {
	service.emulator.plan({ queuingMs: 4_000, preparingMs: 0, runningMs: 4_000 });

	const streamed = await stream(service, { parameters: cat(), items: inputItems(2) });

	expect([0, 1].map((item) => outline(streamed, item))).toEqual([
		'begin item end',
		'begin item end',
	]);
	expect(streamed.lines(1)).toEqual([
		`**Item 2:** ${STARTING}`,
		expect.stringMatching(/^\*\*Item 2:\*\* Queued/),
		expect.stringMatching(/^\*\*Item 2:\*\* Running/),
		expect.stringMatching(/^\*\*Item 2:\*\* !\[\]\(http/),
	]);
	const ends = streamed.chunks.map(({ type }) => type);
	expect(ends.indexOf('end')).toBeGreaterThan(ends.lastIndexOf('begin'));
});

it('variations of an item share its beginning and its end', async () => {
	const streamed = await stream(service, { parameters: cat({ variations: 3 }) });

	expect(outline(streamed)).toBe('begin item end');
	const pictures = streamed.lines().filter((line) => line.includes('![]('));
	expect(pictures.map((line) => line.slice(0, 16)).sort()).toEqual(
		[1, 2, 3].map((variation) => `**Variation ${variation}:**`),
	);
});

it('a task that runs for long is mentioned every minute', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 200_000 });

	const { lines } = await stream(service, { parameters: cat() });

	expect(lines().slice(1, -1)).toEqual([
		'Running',
		'Running for 60 s',
		'Running for 2 min',
		'Running for 3 min',
	]);
});

it('once three tasks of an app were seen, a running one says how long it may take', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 40_000 });
	await service.run({ parameters: cat(), items: inputItems(3) });

	const { lines } = await stream(service, { parameters: cat() });

	expect(lines()[1]).toMatch(/^Running, about (35|40) s left$/);
});

it('a failed task says why, and n8n adds what to do', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

	const streamed = await stream(service, { parameters: cat() });

	expect(outline(streamed)).toBe('begin item end error');
	expect(streamed.lines().at(-1)).toMatch(/^\*\*Failed:\*\* .*Out of memory/);
	const told = streamed.chunks.at(-1)?.content ?? '';
	expect(told).toBe(streamed.error?.description);
	expect(streamed.lines().join(' ')).not.toContain(told.slice(0, 30));
});

it('a failed task says both itself where the workflow continues', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });
	const settings = { onError: 'continueRegularOutput' as const };

	const streamed = await stream(service, { parameters: cat(), settings });

	expect(outline(streamed)).toBe('begin item end');
	expect(streamed.lines().at(-1)).toMatch(
		/Out of memory[^]*\n\n.*You (may be|weren't) charged\\?\./,
	);
});

it('an item that is rejected before anything is paid says why', async () => {
	const parameters = cat({ variations: 0 });

	const streamed = await stream(service, { parameters });

	expect(outline(streamed)).toBe('begin item end error');
	expect(streamed.lines()).toEqual([
		expect.stringMatching(/^\*\*Failed:\*\* .*Variations per Item/),
	]);
	expect(service.creates()).toBe(0);
});

it('each try begins and ends', async () => {
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const settings = { retryOnFail: true, maxTries: 2 };
	const streamed = await stream(service, { parameters: cat(), settings });

	expect(streamed.error).toBeUndefined();
	expect(outline(streamed)).toBe('begin item end begin item end');
});

it('a stopped execution ends what it began', async () => {
	service.emulator.plan({ queuingMs: 60_000 });
	const { time } = service;
	const types: string[] = [];

	await service.run({
		parameters: cat(),
		onChunk: ({ type }) => void types.push(type),
		onStart: (stop) => time.after(3_000, stop),
	});
	for (let turn = 0; turn < 300 && !types.includes('end'); turn++) await time.sleep(100);

	expect(types.filter((type) => /begin|end/.test(type))).toEqual(['begin', 'end']);
});

it('lost chunks fail no item', async () => {
	const onChunk = () => Promise.reject(new Error('The connection is closed'));

	const { error, outputs } = await service.run({ parameters: cat(), onChunk });

	expect(error).toBeUndefined();
	expect(outputs[0]?.[0]?.json.status).toBe('Success');
});

it('a queue that takes no chunk holds the node for ten seconds at most', async () => {
	const onChunk = () => new Promise<void>(() => undefined);
	const begun = service.time.now();

	const { error } = await service.run({ parameters: cat(), onChunk });

	expect(error).toBeUndefined();
	expect(service.time.now() - begun).toBeLessThan(20_000);
});

it('Model: Run streams too', async () => {
	const streamed = await stream(service, { parameters: runModel() });

	expect(outline(streamed)).toBe('begin item end');
	expect(streamed.lines()[0]).toBe('Starting **sample-painter/text-to-image**');
	expect(streamed.lines().at(-1)).toMatch(/^!\[\]\(http/);
});

it('Task: Wait for Completion streams too, and other operations do not', async () => {
	const created = await service.run({ parameters: cat({}, { waitMode: 'none' }) });
	const id = String(created.outputs[0]?.[0]?.json.request_id);

	const streamed = await stream(service, { parameters: onTask('wait', id) });
	const read = await stream(service, { parameters: onTask('getOutputs', id) });

	expect(outline(streamed)).toBe('begin item end');
	expect(streamed.lines().at(-1)).toMatch(/^!\[\]\(http/);
	expect(read.chunks).toEqual([]);
});
