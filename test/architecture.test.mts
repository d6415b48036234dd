import { cycles, forbiddenImports, operationsImportingOperations } from './architecture/arrows.mts';
import * as rules from './architecture/rules.mts';
import { parseSource, readSources, type Source } from './architecture/source.mts';

type Rule = (source: Source) => string[];

const shipped = readSources(process.cwd(), ['client', 'nodes', 'credentials']);
const everything = [
	...shipped,
	...readSources(process.cwd(), ['emulator', 'test', 'scripts', 'bench']),
];

const rulesForShipped: ReadonlyArray<readonly [string, Rule]> = [
	['an operation imports no other operation', operationsImportingOperations],
	['exceptions are caught in the few places that may', rules.catches],
	['no check is silenced', rules.silencedCheck],
	['no timers, process, console or fetch', rules.forbiddenGlobals],
	['the client takes time and chance from its ports', rules.hiddenInputs],
	['n8n errors are made in one place', rules.errorsMadeElsewhere],
	['item fields are written in one place', rules.itemFieldsWrittenElsewhere],
];

const rulesForAll: ReadonlyArray<readonly [string, Rule]> = [
	['imports follow the arrows', forbiddenImports],
	['a file name says what the file is for', rules.meaninglessName],
	['only real nodes and credentials are named so', rules.strayNode],
];

describe('the sources keep the architecture', () => {
	it.each(rulesForShipped)('shipped: %s', (_, rule) => {
		expect(shipped.flatMap(rule)).toEqual([]);
	});

	it.each(rulesForAll)('everywhere: %s', (_, rule) => {
		expect(everything.flatMap(rule)).toEqual([]);
	});

	it('has no cycles', () => {
		expect(cycles(everything)).toEqual([]);
	});
});

describe('each rule can fail', () => {
	it.each<[Rule, string, string]>([
		[forbiddenImports, 'client/tasks/runTask.ts', "import axios from 'axios';"],
		[forbiddenImports, 'client/tasks/runTask.ts', "import type { INode } from 'n8n-workflow';"],
		[forbiddenImports, 'client/tasks/runTask.ts', "export * from '../../nodes/AiApp/batch';"],
		[forbiddenImports, 'client/tasks/runTask.ts', 'void import(name);'],
		[forbiddenImports, 'client/files/upload.ts', "import { poll } from '../tasks/poll';"],
		[forbiddenImports, 'client/api/tasks.ts', "import { poll } from '../tasks/poll';"],
		[
			forbiddenImports,
			'nodes/AiApp/execution/context.ts',
			"import { run } from '../../../client/run';",
		],
		[
			forbiddenImports,
			'nodes/AiApp/execution/context.ts',
			"import { run } from '../../../client';",
		],
		[forbiddenImports, 'nodes/AiApp/execution/context.ts', "const fs = require('node:fs');"],
		[forbiddenImports, 'credentials/A.credentials.ts', "import { a } from '../client/index';"],
		[forbiddenImports, 'emulator/tasks.mts', "type Status = import('../client/api/wire').Status;"],
		[forbiddenImports, 'emulator/tasks.mts', "import { sleep } from 'n8n-workflow';"],
		[forbiddenImports, 'scripts/demo.mts', "import { sign } from '../client/signing/v4';"],
		[forbiddenImports, 'test/e2e/run.test.mts', "import { run } from '../../client/index';"],
		[operationsImportingOperations, 'nodes/a/b.operation.ts', "import './c.operation';"],
		[rules.catches, 'client/tasks/poll.ts', 'try { read(); } catch { again(); }'],
		[rules.catches, 'client/tasks/poll.ts', 'read().catch(() => undefined);'],
		[rules.catches, 'client/tasks/poll.ts', 'read().then(use, () => undefined);'],
		[rules.meaninglessName, 'client/helpers.ts', ''],
		[rules.meaninglessName, 'emulator/utils/dates.mts', ''],
		[rules.strayNode, 'test/nodes/Fake.node.ts', ''],
		[rules.silencedCheck, 'client/tasks/poll.ts', '// eslint-disable-next-line\nread();'],
		[rules.silencedCheck, 'client/tasks/poll.ts', '// @ts-ignore\nread();'],
		[rules.forbiddenGlobals, 'client/tasks/poll.ts', 'setTimeout(read, 1000);'],
		[rules.forbiddenGlobals, 'nodes/AiApp/execution/context.ts', 'const batch = { out: console };'],
		[rules.forbiddenGlobals, 'nodes/AiApp/execution/context.ts', 'const ports = { fetch };'],
		[rules.hiddenInputs, 'client/tasks/poll.ts', 'const start = Date.now();'],
		[rules.hiddenInputs, 'client/tasks/poll.ts', 'const start = new Date();'],
		[
			rules.errorsMadeElsewhere,
			'nodes/AiApp/execution/context.ts',
			'throw new NodeApiError(node, {});',
		],
		[
			rules.itemFieldsWrittenElsewhere,
			'nodes/AiApp/execution/context.ts',
			'const json = { request_id };',
		],
		[rules.itemFieldsWrittenElsewhere, 'nodes/AiApp/execution/context.ts', 'json.app_id = 1;'],
	])('%p in %s: %s', (rule, path, text) => {
		expect(rule(parseSource(path, text))).toHaveLength(1);
	});

	it.each<[Rule, string, string]>([
		[
			forbiddenImports,
			'client/signing/v4.ts',
			"import { a } from '../time'; import 'node:crypto';",
		],
		[
			forbiddenImports,
			'nodes/AiApp/execution/context.ts',
			"import { run } from '../../../client/index';",
		],
		[rules.catches, 'nodes/AiApp/transport/http.ts', 'try { send(); } catch { fail(); }'],
		[
			rules.forbiddenGlobals,
			'client/ports/index.ts',
			'type Ports = { fetch: Get }; ports.process();',
		],
		[rules.hiddenInputs, 'client/parsing/serviceTime.ts', 'const date = new Date(epochMs);'],
		[rules.itemFieldsWrittenElsewhere, 'nodes/a.ts', 'const { request_id: id } = json;'],
	])('and %p passes what is right in %s: %s', (rule, path, text) => {
		expect(rule(parseSource(path, text))).toEqual([]);
	});

	it('cycles, over types and folders too', () => {
		const sources = [
			parseSource('client/a.ts', "import { b } from './b';"),
			parseSource('client/b.ts', "import type { C } from './c/index';"),
			parseSource('client/c/index.ts', "export * from '../a';"),
		];
		expect(cycles(sources)).toEqual(['client/a -> client/b -> client/c/index -> client/a']);
	});
});
