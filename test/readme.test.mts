import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';
import {
	blocks,
	example,
	readme,
	tableOf,
	unknownBlocks,
	unusedExamples,
} from './readme/readme.mts';
import { parameters } from './nodes/descriptors.mts';

type Manifest = {
	readonly scripts: Readonly<Record<string, string>>;
	readonly repository: { readonly url: string };
};
type Service = {
	readonly image: string;
	readonly environment: Readonly<Record<string, string | number>>;
};

const { scripts, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly services: Readonly<Record<string, Service>>;
};

describe('no example goes without a test', () => {
	it('every block is known', () => {
		expect(unknownBlocks(blocks)).toEqual([]);
		expect(unusedExamples()).toEqual([]);
	});

	it('a block that nobody knows is found', () => {
		const strange = { language: 'bash', text: 'rm -rf /\n' };

		expect(unknownBlocks([strange])).toEqual([strange]);
	});
});

describe('commands', () => {
	/** The script that a line runs, if npm runs it. */
	const scriptOf = (line: string) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1];

	it('the demo is cloned from this repository and started by a script', () => {
		const [clone, enter, start = ''] = example('demo').trim().split('\n');

		expect(clone).toBe(`git clone ${repository.url.replace('git+', '')}`);
		expect(enter).toBe(`cd ${/([^/]+)\.git$/.exec(repository.url)?.[1]}`);
		expect(Object.keys(scripts)).toContain(scriptOf(start));
	});

	it('development takes two of them', () => {
		const lines = example('development').trim().split('\n');

		expect(lines).toHaveLength(2);
		expect(Object.keys(scripts)).toEqual(
			expect.arrayContaining(lines.map((line) => scriptOf(line))),
		);
	});

	it('Docker gets the image and the variables that compose.yaml sets', () => {
		const command = example('docker').replaceAll('\\\n', ' ');
		const { image, environment } = compose.services['main'] as Service;

		expect(command.trim().split(/\s+/).at(-1)).toBe(image);
		const given = [...command.matchAll(/-e (\w+)=(?:'([^']*)'|(\S+))/g)];
		expect(given).toHaveLength(command.split(' -e ').length - 1);
		expect(given.length).toBeGreaterThan(0);
		for (const [, name = '', quoted, bare] of given) {
			expect([name, quoted ?? bare]).toEqual([name, environment[name]]);
		}
	});

	it('Docker Compose scales a service of compose.yaml', () => {
		const service = /--scale (\w+)=\d/.exec(example('compose'))?.[1];

		expect(Object.keys(compose.services)).toContain(service);
	});
});

it('the model of an agent fills in a value as in the example workflow', () => {
	const expression = example('fromAi').trim();

	const workflow = readFileSync('workflows/ai-agent-that-makes-pictures.json', 'utf8');
	expect(workflow).toContain(JSON.stringify(`=${expression}`));
});

it('all example workflows are linked, by their names', () => {
	const links = [...readme.matchAll(/\[([^\]]+)\]\((workflows\/[^)]+)\)/g)];

	expect(links.map(([, , file = '']) => file.replace('workflows/', '')).sort()).toEqual(
		readdirSync('workflows').sort(),
	);
	for (const [, text = '', file = ''] of links) {
		const { name } = JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string };
		expect(name.endsWith(text)).toBe(true);
	}
});

it('pictures are of this repository, for a light and a dark page', () => {
	const base = `${repository.url.replace(/git\+https:\/\/github\.com|\.git$/g, '')}/main/`;
	const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, url = '']) => url);

	const files = pictures.map((url) => url.split(`https://raw.githubusercontent.com${base}`)[1]);
	expect(files.filter((file) => file === undefined || !existsSync(file))).toEqual([]);
	expect(files.filter((file) => file?.includes('.dark.'))).toHaveLength(files.length / 2);
});

it('all operations and wait modes are listed, by their names', () => {
	const operations = parametersNamed('operation').flatMap(({ options, displayOptions }) => {
		const [resource] = displayOptions?.show?.['resource'] ?? [];
		return namesIn(options).map((name) => `${title(String(resource))}: ${name}`);
	});
	const told = tableOf('All operations').flatMap(([operation = '']) => namesOf(operation));
	expect(told.sort()).toEqual(operations.sort());

	const section = readme.split('### Which wait mode\n')[1] ?? '';
	const modes = parametersNamed('waitMode').flatMap(({ options }) => namesIn(options));
	expect(modes.filter((mode) => !section.includes(`| ${mode} |`))).toEqual([]);
});

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
