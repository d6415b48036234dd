import { spawnSync } from 'node:child_process';

const POLL = 'client/tasks/poll.ts';
const CONTEXT = 'nodes/AiApp/execution/context.ts';

const BREACHES: ReadonlyArray<readonly [rule: string, file: string, text: string]> = [
	['no-restricted-syntax', POLL, 'void import(name);'],
	['no-restricted-syntax', 'emulator/tasks.mts', 'require(name);'],
	['no-restricted-syntax', POLL, 'try { read(); } catch { again(); }'],
	['no-restricted-syntax', POLL, 'read().catch(() => undefined);'],
	['no-restricted-syntax', POLL, 'read().then(use, () => undefined);'],
	['no-restricted-syntax', POLL, 'const start = new Date();'],
	['no-restricted-syntax', CONTEXT, 'throw new NodeApiError(node, {});'],
	['no-restricted-syntax', CONTEXT, 'const json = { request_id };'],
	['no-restricted-syntax', CONTEXT, "const json = { 'app_id': 1 };"],
	['no-restricted-syntax', CONTEXT, 'json.app_id = 1;'],
	['no-restricted-syntax', 'client/helpers.ts', ''],
	['no-restricted-syntax', 'emulator/utils/dates.mts', ''],
	['no-restricted-syntax', 'test/nodes/Fake.node.ts', ''],
	['no-restricted-properties', POLL, 'const start = Date.now();'],
	['no-restricted-properties', POLL, 'const { random } = Math;'],
	['no-restricted-globals', POLL, 'setTimeout(read, 1000);'],
	['no-restricted-globals', CONTEXT, 'const batch = { out: console };'],
	['no-restricted-globals', CONTEXT, 'const ports = { fetch };'],
	['no-restricted-imports', POLL, "import 'crypto';"],
	['@typescript-eslint/ban-ts-comment', POLL, '// @ts-ignore\nread();'],
	['@typescript-eslint/ban-ts-comment', POLL, '// @ts-expect-error for a reason\nread();'],
	['noInlineConfig', POLL, '// eslint-disable-next-line\nread();'],
	['regexp/no-super-linear-backtracking', POLL, 'const words = /^(a+)+$/;'],
	['regexp/no-super-linear-move', POLL, "text.replace(/\\/+$/, '');"],
];

const SOUND: ReadonlyArray<readonly [file: string, text: string]> = [
	['nodes/AiApp/transport/http.ts', 'try { send(); } catch { fail(); }'],
	['client/ports/index.ts', 'type Ports = { fetch: Get }; ports.process();'],
	['client/parsing/serviceTime.ts', 'const date = new Date(epochMs);'],
	['nodes/AiApp/execution/context.ts', 'const { request_id: id } = json;'],
	['nodes/AiApp/io/items/items.ts', 'const json = { request_id };'],
	['nodes/AiApp/AiApp.node.ts', ''],
	[POLL, "text.replace(/(?<!\\/)\\/+$/, '');"],
];

const CHECKED = /^(no-restricted-.*|regexp\/.*|@typescript-eslint\/ban-ts-comment|noInlineConfig)$/;

const texts = [...BREACHES.map(([, ...text]) => text), ...SOUND];
const { stdout } = spawnSync(process.execPath, ['test/architecture/lintTexts.mjs'], {
	input: JSON.stringify(texts),
	encoding: 'utf8',
});
const found = (JSON.parse(stdout) as ReadonlyArray<readonly string[]>).map((rules) =>
	rules.map((rule) => (rule.includes('noInlineConfig') ? 'noInlineConfig' : rule)),
);

it.each(BREACHES.map((breach, at) => [...breach, found[at]] as const))(
	'%s holds in %s: %j',
	(rule, _, __, rules) => {
		expect(rules?.filter((each) => CHECKED.test(each))).toEqual([rule]);
	},
);

it.each(SOUND.map((text, at) => [...text, found[BREACHES.length + at]] as const))(
	'%s may say %j',
	(_, __, rules) => {
		expect(rules?.filter((each) => CHECKED.test(each))).toEqual([]);
	},
);
