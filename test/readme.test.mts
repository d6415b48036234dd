import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { AiApp } from '../nodes/AiApp/AiApp.node';
import { parse } from 'yaml';
import {
	blocks,
	example,
	inlineCodes,
	readme,
	tableOf,
	unknownBlocks,
	unusedExamples,
} from './readme/readme.mts';
import { choices } from './nodes/descriptors.mts';
import { unknownCodes } from './readme/inlineCodes.mts';

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

	it('what stands in back quotes is what it seems to be', () => {
		expect(unknownCodes(inlineCodes)).toEqual([]);
	});

	it('back quotes around something made up are found', () => {
		const madeUp = ['npm run nothing', 'no_such_field', 'N8N_NO_SUCH', '{{ $json.nothing }}', '{"'];

		expect(unknownCodes(madeUp)).toEqual(madeUp);
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

it('all operations and ways of completion are told of, by their names', () => {
	const told = tableOf('All operations').flatMap(([operation = '']) => namesOf(operation));
	const { properties } = new AiApp().description;
	const named = properties.flatMap(({ name, options = [], displayOptions }) => {
		const [resource] = displayOptions?.show?.['resource'] ?? [];
		return name === 'operation' ? options.map((each) => `${String(resource)}: ${each.name}`) : [];
	});

	for (const name of told) {
		expect(named).toContain(name[0]?.toLowerCase() + name.slice(1));
	}
	const all = choices.flatMap(({ path, choice }) => (choice.action ? [[path, choice.name]] : []));
	expect(told).toHaveLength(all.length);
	const modes = readFileSync('nodes/AiApp/actions/app/completion.description.ts', 'utf8');
	const section = readme.split('### Which completion\n')[1] ?? '';
	for (const [, mode] of modes.matchAll(/\t\tname: '([A-Z][^']+)',\n\t+value/g)) {
		expect(section).toContain(`| ${mode} |`);
	}
});

/** "Account: Get Wallet, Get User" are two. */
function namesOf(cell: string): readonly string[] {
	const [resource, operations = ''] = cell.split(': ');
	return operations.split(', ').map((operation) => `${resource}: ${operation}`);
}
