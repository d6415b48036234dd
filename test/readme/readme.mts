import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Block = { readonly language: string; readonly text: string };

/**
 * The place where each fenced block of the user documentation is run, by a name; `holds` identifies
 * it.
 */
const EXAMPLES = {
	demo: { holds: 'npm run demo', in: 'test/readme/pages.test.mts' },
	tests: { holds: 'npm test', in: 'test/readme/pages.test.mts' },
	curl: { holds: 'curl ', in: 'test/e2e/files/photo.test.mts' },
	npmInstall: { holds: 'npm install', in: 'test/e2e/install/readme.test.mts' },
	docker: { holds: 'docker run', in: 'test/readme/pages.test.mts' },
	compose: { holds: 'docker compose', in: 'test/readme/pages.test.mts' },
	haproxy: { holds: 'hash-type consistent', in: 'test/readme/balancers.mts' },
	result: { holds: '"app_name"', in: 'test/readme/runs.test.mts' },
	fileInput: { holds: '"$binary"', in: 'test/readme/runs.test.mts' },
	requestBody: { holds: '"web_app_id"', in: 'test/readme/runs.test.mts' },
	pausedItems: { holds: 'runData', in: 'test/readme/runs.test.mts' },
	jsonText: { holds: 'JSON.stringify(', in: 'test/readme/runs.test.mts' },
	callback: { holds: '"task_headers"', in: 'test/readme/runs.test.mts' },
	failed: { holds: '"kind"', in: 'test/readme/runs.test.mts' },
	queueTable: { holds: 'CREATE TABLE', in: 'test/workflows/workflows.test.mts' },
	queueClaim: { holds: 'SKIP LOCKED', in: 'test/workflows/workflows.test.mts' },
	queueAdd: { holds: 'INSERT INTO', in: 'test/e2e/weekly/postgresQueue.test.mts' },
	queueCreated: { holds: "'REQUEST ID'", in: 'test/e2e/weekly/postgresQueue.test.mts' },
	queueAgain: { holds: "SET state = 'waiting'", in: 'test/e2e/weekly/postgresQueue.test.mts' },
	afterLoop: { holds: '"inputsJson"', in: 'test/e2e/examples/fromHttpRequest.test.mts' },
	fromAi: { holds: '$fromAI(', in: 'test/readme/pages.test.mts' },
} as const;

export type ExampleName = keyof typeof EXAMPLES;

export const readme = readFileSync('README.md', 'utf8');
export const exampleList = readFileSync('workflows/README.md', 'utf8');
export const reference = readFileSync('docs/reference.md', 'utf8');

/** By file name, without extension. */
export const guides: Readonly<Record<string, string>> = Object.fromEntries(
	readdirSync('docs/guides').map((name) => [
		name.replace(/\.md$/, ''),
		readFileSync(join('docs/guides', name), 'utf8'),
	]),
);

/** All that is written for users. */
export const userPages: readonly string[] = [
	...[readme, exampleList],
	...Object.values(guides),
	reference,
];

const FENCE = /^```(\w*)\n([^]*?)^```$/gm;

function blocksOf(page: string): readonly Block[] {
	return [...page.matchAll(FENCE)].map(([, language = '', text = '']) => ({ language, text }));
}

export const blocks: readonly Block[] = userPages.flatMap(blocksOf);

/** The text of a block. */
export function example(name: ExampleName): string {
	const found = blocks.filter(({ text }) => text.includes(EXAMPLES[name].holds));
	if (found.length !== 1) throw new Error(`There are ${found.length} blocks for "${name}".`);
	return found[0]?.text ?? '';
}

/** Blocks that no test knows. */
export function unknownBlocks(all: readonly Block[]): readonly Block[] {
	const marks = Object.values(EXAMPLES).map(({ holds }) => holds);
	return all.filter(({ text }) => !marks.some((mark) => text.includes(mark)));
}

/** Examples that the test file which is to run them does not ask for. */
export function unusedExamples(): readonly string[] {
	return Object.entries(EXAMPLES)
		.filter(([name, { in: file }]) => !readFileSync(file, 'utf8').includes(`example('${name}')`))
		.map(([name]) => name);
}

/** The cells of the table below a heading, without its head. */
export function tableOf(heading: string, page = readme): ReadonlyArray<readonly string[]> {
	const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	const rows = section.split('\n').filter((line) => line.startsWith('|'));
	return rows.slice(2).map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

/** The names that GitHub gives to headings. */
export function anchorsOf(page: string): readonly string[] {
	return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
}
