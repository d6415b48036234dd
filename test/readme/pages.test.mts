import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';
import { ERROR_KINDS } from '../../client/errors/kinds';
import { parameters } from '../nodes/descriptors.mts';
import { refusedWordsIn } from '../words/refusedWords.mts';
import { exampleFiles, wordCount } from '../workflows/example.mts';
import {
	anchorsOf,
	blocks,
	example,
	exampleList,
	guides,
	readme,
	reference,
	tableOf,
	unknownBlocks,
	unusedExamples,
	userPages,
} from './readme.mts';

it('pages for users contain no refused words', () => {
	expect(userPages.flatMap((page) => refusedWordsIn(page))).toEqual([]);
});

it('all operations are listed, by their names', () => {
	const operations = parametersNamed('operation').flatMap(({ options, displayOptions }) => {
		const [resource] = displayOptions?.show?.['resource'] ?? [];
		return namesIn(options).map((name) => `${title(String(resource))}: ${name}`);
	});

	const listed = tableOf('Operations').flatMap(([operation = '']) => namesOf(operation));

	expect(listed.sort()).toEqual(operations.sort());
});

it('all wait modes are explained, by their names', () => {
	const modes = parametersNamed('waitMode').flatMap(({ options }) => namesIn(options));

	expect(modes).not.toEqual([]);
	expect(modes.filter((mode) => !guides['waiting']?.includes(`| **${mode}**`))).toEqual([]);
});

it('the README is read in a few minutes: at most 1,250 words outside of code', () => {
	const prose = readme.replace(/^```[^]*?^```$/gm, '').replace(/\]\([^)]*\)/g, ']');

	expect(wordCount(prose.replace(/<[^>]*>/g, ''))).toBeLessThanOrEqual(1_250);
});

describe('the reference', () => {
	it('has all parameters, by their labels and names', () => {
		const elsewhere = [
			'resource',
			'operation',
			'limits',
			'options',
			'options',
			'key',
			'name',
			'value',
		];
		const written = parameters.flatMap(({ property: { name, displayName, type } }) =>
			type === 'notice' || elsewhere.includes(name) ? [] : [`${displayName} \`${name}\``],
		);

		expect(written.filter((parameter) => !reference.includes(parameter))).toEqual([]);
	});

	it('has all kinds of failures and no others', () => {
		const kinds = tableOf('Kinds of failures', reference).map(([kind]) => kind);

		const known = ERROR_KINDS.map((kind) => `\`${kind}\``);
		expect(kinds.toSorted()).toEqual(known.toSorted());
	});
});

describe('pictures', () => {
	const inReadme = picturesOf(readme);
	const inGuides = Object.values(guides)
		.flatMap(picturesOf)
		.map((path) => join('docs/guides', path));

	// A clone and a copy of the repository elsewhere show them too. npm and GitHub resolve them.
	it('of the README have relative paths', () => {
		expect(inReadme.filter((path) => /^\w+:|^\//.test(path))).toEqual([]);
	});

	it('exist', () => {
		expect([...inReadme, ...inGuides].filter((path) => !existsSync(path))).toEqual([]);
	});

	it('are all used, in a light and a dark version', () => {
		const files = readdirSync('docs/images').map((name) => join('docs/images', name));
		const ofExamples = (path: string) => path.startsWith('workflows/');

		const used = [...inReadme, ...inGuides].filter((path) => !ofExamples(path));
		expect(used.sort()).toEqual(files.sort());
	});
});

it.each(['README.md', 'docs/reference.md', ...guideFiles()])(
	'%s links to headings that exist',
	(path) => {
		const links = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)];
		const missing = links.filter(([, file = '', anchor = '']) => {
			if (file.startsWith('http')) return false;
			const target = file === '' ? path : join(path, '..', file);
			return !existsSync(target) || !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
		});

		expect(missing.map(([link]) => link)).toEqual([]);
	},
);

function guideFiles(): readonly string[] {
	return readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
}

function picturesOf(page: string): readonly string[] {
	return [...page.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, url = '']) => url);
}

function parametersNamed(name: string): readonly INodeProperties[] {
	return parameters.flatMap(({ property }) => (property.name === name ? [property] : []));
}

function namesIn(options: INodeProperties['options']): readonly string[] {
	return (options ?? []).map(({ name }) => name);
}

/** The name of a resource, by its value. */
function title(value: string): string {
	return `${value.charAt(0).toUpperCase()}${value.slice(1)}`;
}

/** "Account: Get Balance, Get User" are two. */
function namesOf(cell: string): readonly string[] {
	const [resource, operations = ''] = cell.split(': ');
	return operations.split(', ').map((operation) => `${resource}: ${operation}`);
}

type Manifest = {
	readonly scripts: Readonly<Record<string, string>>;
	readonly repository: { readonly url: string };
	readonly engines: { readonly node: string };
};
type Service = {
	readonly image: string;
	readonly environment: Readonly<Record<string, string | number>>;
};

const { scripts, repository, engines } = JSON.parse(
	readFileSync('package.json', 'utf8'),
) as Manifest;
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly services: Readonly<Record<string, Service>>;
};

describe('no example goes without a test', () => {
	it('every code block is checked by a test', () => {
		expect(unknownBlocks(blocks)).toEqual([]);
		expect(unusedExamples()).toEqual([]);
	});
});

describe('commands', () => {
	/** Nobody copies a checksum out of a README. */
	const withoutChecksum = (value: unknown) =>
		typeof value === 'string' ? value.replace(/, "checksum": "[^"]+"/g, '') : value;
	/** The script that a line runs, if npm runs it. */
	const scriptOf = (line: string) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1];

	it('the demo is cloned from this repository and started by a script', () => {
		const [clone, enter, start = ''] = example('demo').trim().split('\n');

		expect(clone).toBe(`git clone ${repository.url.replace('git+', '')}`);
		expect(enter).toBe(`cd ${/([^/]+)\.git$/.exec(repository.url)?.[1]}`);
		expect(Object.keys(scripts)).toContain(scriptOf(start));
	});

	it('a clone is tested by a script', () => {
		expect(Object.keys(scripts)).toContain(scriptOf(example('tests')));
	});

	it.each([
		['Try the demo', 'npm run demo', /starts n8n/],
		['Contribute', 'npm test', /runs the unit tests/],
	])('%s says what %j does, needs and takes', (heading, command, does) => {
		const [, section = ''] = readme.split(`## ${heading}\n`);
		const [text = ''] = section.split('\n## ');
		const oldestNode = engines.node.replace('>=', '');

		expect(text).toMatch(new RegExp(`^${command}$`, 'm'));
		expect(text).toMatch(new RegExp(`\`${command}\` ${does.source}`));
		expect(text).toContain(`Node.js ${oldestNode} or newer`);
		expect(text).toMatch(/downloads about [\d.]+ GB, takes [\d.]+ GB of your disk.* minutes/);
	});

	it('Docker gets the image and the variables that compose.yaml sets', () => {
		const command = example('docker').replaceAll('\\\n', ' ');
		const { image, environment } = compose.services['main'] as Service;

		expect(command.trim().split(/\s+/).at(-1)).toBe(image.split('@')[0]);
		const given = [...command.matchAll(/-e (\w+)=(?:'([^']*)'|(\S+))/g)];
		expect(given).toHaveLength(command.split(' -e ').length - 1);
		expect(given.length).toBeGreaterThan(0);
		for (const [, name = '', quoted, bare] of given) {
			expect([name, quoted ?? bare]).toEqual([name, withoutChecksum(environment[name])]);
		}
	});

	it('Docker Compose scales a service of compose.yaml', () => {
		const service = /--scale (\w+)=\d/.exec(example('compose'))?.[1];

		expect(Object.keys(compose.services)).toContain(service);
	});
});

it('the language model fills in a value as in the example workflow', () => {
	const expression = example('fromAi').trim();

	const workflow = readFileSync('workflows/ai-agent-that-generates-images.json', 'utf8');
	expect(workflow).toContain(JSON.stringify(`=${expression}`));
});

describe('example workflows', () => {
	const linksOf = (page: string) => [...page.matchAll(/\[([^\]]+)\]\(([^)]+\.json)\)/g)];

	it('are all in their list, by their names', () => {
		const links = linksOf(exampleList);

		expect(links.map(([, , file = '']) => file).sort()).toEqual(
			exampleFiles('workflows').toSorted(),
		);
		for (const [, text = '', file = ''] of links) {
			const example = readFileSync(join('workflows', file), 'utf8');
			const { name } = JSON.parse(example) as { readonly name: string };
			expect(name.endsWith(text)).toBe(true);
		}
	});

	it('in the README are in the list, too', () => {
		const files = linksOf(readme).map(([, , file = '']) => file.replace('workflows/', ''));

		expect(files.length).toBeGreaterThan(5);
		expect(exampleFiles('workflows')).toEqual(expect.arrayContaining(files));
	});

	it('have pictures that are all used', () => {
		const pictures = [...exampleList.matchAll(/!\[[^\]]+\]\(images\/([^)]+)\)/g)];

		expect(pictures.map(([, file]) => file).sort()).toEqual(readdirSync('workflows/images').sort());
	});
});
