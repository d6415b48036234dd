import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
	brokenLinks,
	isTestOf,
	missingPaths,
	missingTests,
	type Repository,
} from './docs/checks.mts';

type Tried = Readonly<Record<'n8n' | 'node', string>> & {
	readonly passed: number;
	readonly failed: readonly string[];
};

const SOURCES = ['client', 'nodes', 'credentials', 'emulator', 'test', 'scripts', 'docs'];

const here: Repository = {
	exists: (path) => existsSync(path),
	read: (path) => readFileSync(path, 'utf8'),
	files: SOURCES.filter((folder) => existsSync(folder)).flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
	),
};

const documents = [
	...['', '.github/', 'workflows/'].flatMap((folder) =>
		readdirSync(folder || '.')
			.filter((name) => name.endsWith('.md'))
			.map((name) => `${folder}${name}`),
	),
	...here.files.filter((name) => name.startsWith('docs/') && name.endsWith('.md')),
];

describe('all documents', () => {
	const findings = (check: (text: string, path: string) => readonly string[]) =>
		documents.flatMap((path) =>
			check(here.read(path), path).map((finding) => `${path}: ${finding}`),
		);

	it('name files that exist', () => {
		expect(findings((text) => missingPaths(here, text))).toEqual([]);
	});

	it('link to files that exist', () => {
		expect(findings((text, path) => brokenLinks(here, dirname(path), text))).toEqual([]);
	});

	it('quote tests that exist', () => {
		expect(findings((text) => missingTests(here, text))).toEqual([]);
	});
});

it('architecture.md links every decision, of which there are at most 50', () => {
	const table = here.read('docs/development/architecture.md');
	const decisions = readdirSync('docs/development/decisions');

	expect(decisions.filter((name) => !table.includes(`(decisions/${name})`))).toEqual([]);
	expect(decisions.length).toBeLessThanOrEqual(50);
});

/** The name, and what its title was if a word of it came from a table. */
function titles(name: string): readonly string[] {
	const words = name.split(' ');
	return [name, ...words.map((_, place) => words.with(place, '%s').join(' '))];
}

function isIn(sources: readonly string[], title: string): boolean {
	return sources.some((text) => isTestOf(text, title));
}

describe('what was tried on other versions of n8n', () => {
	const { outcomes } = JSON.parse(
		here.read('docs/development/results/compatibility.json'),
	) as Readonly<Record<'outcomes', readonly Tried[]>>;

	it('names tests that exist', () => {
		const files = here.files.filter((name) => /^test\/e2e\/.*\.test\.mts$/.test(name));
		const sources = files.map((name) => here.read(name));

		const isNowhere = (name: string) => !titles(name).some((title) => isIn(sources, title));
		expect(outcomes.flatMap(({ failed }) => failed).filter(isNowhere)).toEqual([]);
	});

	it('is what the guide says', () => {
		const guide = here.read('docs/guides/self-hosting.md');
		const rows = outcomes.map(({ n8n, node, passed, failed }) => {
			const [major] = node.split('.');
			return `| ${n8n} | ${major} | ${passed} of ${passed + failed.length} |`;
		});

		expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
	});
});
