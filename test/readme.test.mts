import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { blocks, example, readme, unknownBlocks, unusedExamples } from './readme/readme.mts';

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
	it('every code block is checked by a test', () => {
		expect(unknownBlocks(blocks)).toEqual([]);
		expect(unusedExamples()).toEqual([]);
	});

	it('a code block that no test checks is found', () => {
		const strange = { language: 'bash', text: 'rm -rf /\n' };

		expect(unknownBlocks([strange])).toEqual([strange]);
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
