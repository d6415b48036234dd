import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Report = {
	readonly summary: {
		readonly violations: ReadonlyArray<{
			readonly from: string;
			readonly rule: { readonly name: string };
		}>;
	};
};

/** Each file with its text and the rule that it breaks. */
const BREACHES: ReadonlyArray<readonly [rule: string, file: string, text: string]> = [
	['client-stands-alone', 'client/a.ts', "import axios from 'axios';"],
	['client-stands-alone', 'client/b.ts', "import type { INode } from 'n8n-workflow';"],
	['client-stands-alone', 'client/c.ts', "export * from '../nodes/AiApp/sound';"],
	['client-lies-in-rooms', 'client/elsewhere/a.ts', "export * from '../sound';"],
	['client-room-tasks', 'client/tasks/a.ts', "import { a } from '../files/sound';"],
	['client-room-files', 'client/files/a.ts', "import { a } from '../tasks/sound';"],
	['client-room-files-signing', 'client/files/signing/a.ts', "export * from '../../api/sound';"],
	['client-room-inputs', 'client/inputs/a.ts', "import { a } from '../resilience/sound';"],
	['client-room-api', 'client/api/a.ts', "import { a } from '../tasks/sound';"],
	['client-room-resilience', 'client/resilience/a.ts', "import { a } from '../api/sound';"],
	['client-room-parsing', 'client/parsing/a.ts', "import type { A } from '../ports/sound';"],
	['client-room-errors', 'client/errors/a.ts', "import { a } from '../settle';"],
	['client-room-ports', 'client/ports/a.ts', "import { a } from '../index';"],
	['nodes-use-the-door', 'nodes/AiApp/a.ts', "import { a } from '../../client/tasks/sound';"],
	['nodes-use-the-door', 'nodes/AiApp/b.ts', "const fs = require('node:fs');"],
	['nodes-no-way-up', 'nodes/AiApp/trigger/a.ts', "import { a } from '../sound';"],
	['nodes-io-no-way-down', 'nodes/AiApp/io/a.ts', "import { a } from './items/sound';"],
	['operation-imports-no-operation', 'nodes/a/b.operation.ts', "import './c.operation';"],
	['credentials-stand-alone', 'credentials/a.ts', "import { a } from '../client/index';"],
	['emulator-stands-alone', 'emulator/a.mts', "type A = import('../client/sound').A;"],
	['emulator-without-n8n', 'emulator/b.mts', "import { sleep } from 'n8n-workflow';"],
	['scripts-use-the-built-package', 'scripts/a.mts', "import { a } from '../client/sound';"],
	['bench-uses-the-built-package', 'bench/a.mts', "void import('../nodes/AiApp/sound');"],
	['e2e-sees-the-built-package', 'test/e2e/a.mts', "import { a } from '../../client/index';"],
	['no-circle', 'bench/b.mts', "import type { C } from './c.mts';"],
	['no-circle-of-folders', 'emulator/one/a.mts', "import { b } from '../two/b.mts';"],
];

const SOUND: Readonly<Record<string, string>> = {
	'client/files/signing/b.ts': "import { a } from '../../parsing/sound'; import 'node:crypto';",
	'client/files/b.ts': "import { a } from './signing/sound'; import { b } from '../settle';",
	'nodes/AiApp/c.ts': "import { a } from '../../client/index'; import 'n8n-workflow';",
	'nodes/AiApp/io/items/b.ts': "import { a } from '../sound';",
	'scripts/b.mts': "import { a } from '../emulator/sound.mts'; import '../package.json';",
	'package.json': '{}',
};

/** What the others import, and what completes the circular imports. */
const IMPORTED: Readonly<Record<string, string>> = Object.fromEntries([
	...[
		...['client/index.ts', 'client/settle.ts', 'client/sound.ts', 'nodes/a/c.operation.ts'],
		...['tasks', 'files', 'files/signing', 'api', 'resilience', 'parsing', 'ports'].map(
			(room) => `client/${room}/sound.ts`,
		),
		...['nodes/AiApp/sound.ts', 'nodes/AiApp/io/sound.ts', 'nodes/AiApp/io/items/sound.ts'],
		...['emulator/sound.mts', 'emulator/one/b.mts'],
	].map((file) => [file, 'export const a = 1;']),
	['emulator/two/b.mts', "import { b } from '../one/b.mts';"],
	['bench/c.mts', "export * from './b.mts';"],
]);

const folder = mkdtempSync(join(tmpdir(), 'architecture-'));

beforeAll(() => {
	const breaches = BREACHES.map(([, file, text]) => [file, text] as const);
	for (const [file, text] of [...Object.entries({ ...IMPORTED, ...SOUND }), ...breaches]) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it('each rule about imports has a breach here', () => {
	const { forbidden } = jest.requireActual<{ forbidden: ReadonlyArray<{ name: string }> }>(
		resolve('.dependency-cruiser.cjs'),
	);

	const names = BREACHES.map(([rule]) => rule);
	expect(new Set(names)).toEqual(new Set(forbidden.map(({ name }) => name)));
});

it('each rule finds its breach and nothing in the other files', () => {
	const found = violations().map(({ from, rule }) => `${rule.name}: ${from}`);

	const expected = BREACHES.map(([rule, file]) =>
		rule === 'no-circle-of-folders' ? `${rule}: ${dirname(file)}` : `${rule}: ${file}`,
	);
	expect(found).toEqual(expect.arrayContaining(expected));
	const others = found.filter((line) => !expected.includes(line));
	expect(others.filter((line) => !line.startsWith('no-circle-of-folders: '))).toEqual([]);
});

function violations(): Report['summary']['violations'] {
	const { stdout } = spawnSync(
		process.execPath,
		[
			resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
			...['--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json'],
			...['client', 'nodes', 'credentials', 'emulator', 'test', 'scripts', 'bench'],
		],
		{ cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 24 },
	);
	return (JSON.parse(stdout) as Report).summary.violations;
}
