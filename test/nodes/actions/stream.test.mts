import fc from 'fast-check';
import { readOutputs } from '../../../client/api/taskOutputs';
import { readTaskStatus } from '../../../client/api/taskStatus';
import { plain, resultMarkdown } from '../../../nodes/AiApp/io/stream/markdown';
import { hostileText } from '../../fuzz/hostile.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { onTask, runModel, useService } from '../service.mts';
import { cat, outline, stream } from './streamedRuns.mts';

const service = useService();
const STARTING = 'Starting **Picture from Text**';

it('who watches sees each new status of a task, its place in the queue, and the picture', async () => {
	service.emulator.plan({
		...{ queuingMs: 4_000, preparingMs: 3_000, runningMs: 5_000 },
		queueCount: 3,
	});

	const streamed = await stream(service, { parameters: cat() });

	expect(outline(streamed)).toBe('begin item end');
	const url = String(streamed.outputs[0]?.[0]?.json.url);
	expect(streamed.lines()).toEqual([
		STARTING,
		'Queuing, 3 ahead',
		'Preparing',
		'Running',
		`![](${url})`,
	]);
	expect(url).toMatch(/^http/);
});

it('each line is a paragraph of its own', async () => {
	const { chunks } = await stream(service, { parameters: cat() });

	for (const { type, content } of chunks) if (type === 'item') expect(content).toMatch(/\n\n$/);
});

const callbackUrl = 'https://n8n.example.com/webhook/done';

it.each([
	["isn't streamed", { onChunk: undefined }, cat(), false],
	['comes before the task ends', {}, cat({}, { waitMode: 'none' }), false],
	['comes before the callback', {}, cat({}, { waitMode: 'callback', callbackUrl }), false],
	['ends with a pause', {}, cat({}, { waitMode: 'pause' }), true],
])('a node sends nothing where the response %s', async (_, execution, parameters, pauses) => {
	const streamed = await stream(service, { parameters, ...execution });

	expect(streamed.error).toBeUndefined();
	expect(streamed.run.waitTill !== undefined).toBe(pauses);
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
		expect.stringMatching(/^\*\*Item 2:\*\* Queuing/),
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
	expect(pictures.map((line) => line.slice(0, 11)).sort()).toEqual(
		[1, 2, 3].map((variation) => `**Task ${variation}:**`),
	);
});

it('a status that lasts is told once', async () => {
	service.emulator.plan({ preparingMs: 0, queuingMs: 200_000, queueCount: 3, runningMs: 200_000 });

	const { lines } = await stream(service, { parameters: cat() });

	expect(lines().slice(1, -1)).toEqual(['Queuing, 3 ahead', 'Running']);
});

it("a failed task is told by n8n: its kind and ID, and no advice for the workflow's owner", async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory at 10.1.2.3' });

	const streamed = await stream(service, { parameters: cat() });

	const id = service.emulator.tasks()[0]?.requestId;
	expect(outline(streamed)).toBe('begin item end error');
	expect(streamed.lines().at(-1)).toBe('Failed');
	expect(streamed.chunks.at(-1)?.content).toBe(`The task has no result. Request ID: ${id}.`);
	expect(streamed.error?.description).toBe(streamed.chunks.at(-1)?.content);
	expect(streamed.error?.message).toContain('Out of memory at 10.1.2.3');
	expect(streamed.error?.context?.data).toMatch(/^Check the app inputs.* charged\.\n/);
	expect(streamed.error?.context?.data).toContain(id);
});

it('of a failed task whose workflow continues, the response has no reason', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory at 10.1.2.3' });
	const settings = { onError: 'continueRegularOutput' as const };

	const streamed = await stream(service, { parameters: cat(), settings });

	expect(outline(streamed)).toBe('begin item end');
	expect(streamed.lines().at(-1)).toBe('Failed');
	expect(streamed.outputs[0]?.[0]?.json.error).toContain('Out of memory at 10.1.2.3');
});

it('an item that is rejected is told where the workflow continues', async () => {
	const settings = { onError: 'continueRegularOutput' as const };

	const streamed = await stream(service, { parameters: cat({ variations: 0 }), settings });

	expect(streamed.lines()).toEqual(['Failed']);
});

it('an item that is rejected before anything is paid is told by n8n', async () => {
	const parameters = cat({ variations: 0 });

	const streamed = await stream(service, { parameters });

	expect(outline(streamed)).toBe('error');
	expect(streamed.chunks.at(-1)?.content).toBe("A value can't be used.");
	expect(service.creates()).toBe(0);
});

it('each try begins and ends', async () => {
	service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

	const settings = { retryOnFail: true, maxTries: 2 };
	const streamed = await stream(service, { parameters: cat(), settings });

	expect(streamed.error).toBeUndefined();
	expect(outline(streamed)).toBe('begin item end begin item end');
});

it('of several failed tasks n8n tells the first one only, so the node tells each', async () => {
	service.emulator.plan({ outcome: 'Failed' });

	const streamed = await stream(service, { parameters: cat(), items: inputItems(2) });

	for (const item of [0, 1])
		expect(streamed.lines(item).at(-1)).toBe(`**Item ${item + 1}:** Failed`);
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

const RUNS = 2_000;

/** What a task has made, as a chat is told. */
function told(outputs: unknown, ownHosts: readonly string[] = []): string {
	const task = readTaskStatus({ status: 'Success' });
	return resultMarkdown({ requestId: 'id', task, outputs: readOutputs(outputs, 'id') }, ownHosts);
}

it.each([
	['[click](http://evil.example)', '\\[click\\](http\\://evil\\.example)'],
	['![](http://evil.example/a.png)', '!\\[\\](http\\://evil\\.example/a\\.png)'],
	['<img src=x onerror=alert(1)>', '‹img src=x onerror=alert(1)›'],
	['**bold** `code` _a_ ~~b~~', '\\*\\*bold\\*\\* \\`code\\` \\_a\\_ \\~\\~b\\~\\~'],
	['a\n\n# heading\n- list', 'a # heading - list'],
	['# heading', '\\# heading'],
	['1. list', '1\\. list'],
	['www.evil.example or a@b.example', 'www\\.evil\\.example or a\\@b\\.example'],
	['&lt;b&gt;', '\\&lt;b\\&gt;'],
	['\\[x](y)', '\\\\\\[x\\](y)'],
])('a text of others is shown as it is, and is no Markdown: %s', (text, markdown) => {
	expect(plain(text)).toBe(markdown);
});

it('no text of others has a mark that is not escaped', () => {
	fc.assert(
		fc.property(fc.oneof(hostileText, fc.string()), (text) => {
			const bare = plain(text).replace(/\\./g, 'x ');
			expect(bare).not.toMatch(/[\\`*_~[\]|&$^<>\n\r]/);
			expect(bare).not.toMatch(/^\s|^[-+#=]|^\d+[.)]|\S:\/\/\S|\S[.@]\S/);
		}),
		{ numRuns: RUNS },
	);
});

it.each([
	['https://a.example/(x).png', '![](https://a.example/%28x%29.png)'],
	['https://a.example/a.png?s=)[b](c', '![](https://a.example/a.png?s=%29%5Bb%5D%28c)'],
	['https://a.example/a.mp4', '[id\\_1\\.mp4](https://a.example/a.mp4)'],
	['http://192.168.0.1/reboot.png', '[id\\_1\\.png](http://192.168.0.1/reboot.png)'],
	['https://a.example/a.png?a=1&sol;b=2', '![](https://a.example/a.png?a=1&amp;sol;b=2)'],
	['http://[2606:4700::1111]/a.png', '[id\\_1\\.png](http://%5B2606:4700::1111%5D/a.png)'],
	[
		'http://10.0.0.1&sol;.evil.example/a.png',
		'[id\\_1\\.png](http://10.0.0.1&amp;sol;.evil.example/a.png)',
	],
])('the address of a file stays within its link: %s', (url, markdown) => {
	expect(told([{ object_url: url }])).toBe(markdown);
});

it('a picture at a host of the credential is shown, although the host is private', () => {
	expect(told([{ object_url: 'http://10.0.0.5/a.png' }], ['10.0.0.5'])).toMatch(/^!\[\]/);
});

it.each(['javascript:alert(1)', 'data:text/html,<b>', 'file:///etc/passwd'])(
	'what is no web address becomes no link: %s',
	(address) => {
		expect(told([{ object_url: address }])).not.toContain('](');
	},
);

it('no address of a file ends its link', () => {
	fc.assert(
		fc.property(hostileText, fc.constantFrom('png', 'mp4'), (text, ext) => {
			const line = told([{ object_url: `https://a.example/${text}`, output_ext: ext }]);
			if (line !== 'Success')
				expect(line).toMatch(/^(!\[\]|\[id\\_1\\\.mp4\])\(https:[^()[\]<>\s\\]*\)$/);
		}),
		{ numRuns: RUNS },
	);
});

it('a task with a hundred files shows the first fifty', () => {
	const files = Array.from({ length: 100 }, (_, n) => ({
		object_url: `https://a.example/${n}.png`,
	}));

	expect(told(files).split('\n\n')).toHaveLength(50);
});

it('texts are shown, outputs that failed are not', () => {
	expect(told({ texts: ['A *red* kite'] })).toBe('A \\*red\\* kite');
	expect(told([{ object_url: 'https://a.example/a.png', audit_status: 3 }])).toBe('Success');
});

it('a status that nobody knows is quoted', async () => {
	service.emulator.plan({ unknownStatus: '[a](http://evil.example)<b>' });

	const { lines } = await stream(service, { parameters: cat() });

	expect(lines()).toContain('\\[a\\](http\\://evil\\.example)‹b›');
});
