import fc from 'fast-check';
import { readOutputs } from '../../client/api/taskOutputs';
import { readTaskStatus } from '../../client/api/taskStatus';
import { plain, resultMarkdown } from '../../nodes/AiApp/io/stream/markdown';
import { tellStatus } from '../../nodes/AiApp/io/stream/statusLines';
import { hostileText } from '../fuzz/hostile.mts';
import { useService } from './service.mts';
import { cat, stream } from './streamedRuns.mts';

const service = useService();
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
			if (line !== 'Finished')
				expect(line).toMatch(/^(!\[\]|\[id\\_1\\\.mp4\])\(https:[^()[\]<>\s\\]*\)$/);
		}),
		{ numRuns: RUNS },
	);
});

it('a task with a hundred files shows the first fifty', () => {
	const files = Array.from({ length: 100 }, (_, n) => ({
		object_url: `https://a.example/${n}.png`,
	}));

	expect(told(files).split('\n\n')).toHaveLength(51);
	expect(told(files)).toMatch(/\n\n50 more$/);
});

it('texts are shown, outputs that failed are not', () => {
	expect(told({ texts: ['A *red* kite'] })).toBe('A \\*red\\* kite');
	expect(told([{ object_url: 'https://a.example/a.png', audit_status: 3 }])).toBe('Finished');
});

it('a status that nobody knows is quoted', async () => {
	service.emulator.plan({ unknownStatus: '[a](http://evil.example)<b>' });

	const { lines } = await stream(service, { parameters: cat() });

	expect(lines()).toContain('Status: \\[a\\](http\\://evil\\.example)‹b›');
});

it('a service that sends a new status each second gets a line every five seconds', () => {
	const lines: string[] = [];
	let now = 0;
	const polled = tellStatus(
		() => now,
		() => undefined,
		(line) => void lines.push(line),
	);

	for (; now < 600_000; now += 1_000) polled({ status: `Odd ${now}`, queueCount: undefined });

	expect(lines.length).toBeLessThan(135);
});

it('places in the queue are told every five seconds at most', () => {
	const times: number[] = [];
	let now = 0;
	const polled = tellStatus(
		() => now,
		() => undefined,
		() => void times.push(now),
	);

	for (; now < 30_000; now += 1_000) polled({ status: 'Queuing', queueCount: 100 - now / 1_000 });

	expect(times).toEqual([0, 5_000, 10_000, 15_000, 20_000, 25_000]);
});
