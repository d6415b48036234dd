import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parameters } from '../nodes/descriptors.mts';
import { refusedWordsIn } from '../words/refusedWords.mts';
import { yamlIn } from './files.mts';

type Field = {
	readonly type: string;
	readonly id?: string;
	readonly attributes: {
		readonly label?: string;
		readonly value?: string;
		readonly description?: string;
		readonly options?: readonly unknown[];
	};
	readonly validations?: { readonly required?: boolean };
};

type Form = {
	readonly name: string;
	readonly description: string;
	readonly body: readonly Field[];
};

const FOLDER = '.github/ISSUE_TEMPLATE';
const HOME = 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks';
const TYPES = ['checkboxes', 'dropdown', 'input', 'markdown', 'textarea'];
const files = yamlIn(FOLDER);
const forms = files
	.filter(({ file }) => !file.endsWith('config.yml'))
	.map(({ file, text }) => [file, parse(text) as Form] as const);
const [, bug] = forms.find(([file]) => file.endsWith('bug.yml')) ?? [];
const fieldOf = (id: string) => bug?.body.find((field) => field.id === id);

describe.each(forms)('%s', (_, form) => {
	it('has a name, a description and fields that GitHub can show', () => {
		expect([form.name, form.description]).toEqual([
			expect.stringMatching(/\w/),
			expect.stringMatching(/\w/),
		]);
		for (const { type, attributes } of form.body) {
			expect(TYPES).toContain(type);
			expect(type === 'markdown' ? attributes.value : attributes.label).toMatch(/\w/);
		}
	});

	it('has an ID of its own for each field', () => {
		const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);

		expect(ids).not.toContain(undefined);
		expect(new Set(ids).size).toBe(ids.length);
	});
});

it('a bug names the wait modes of the panel', () => {
	const modes = parameters.flatMap(({ property: { name, options = [] } }) =>
		name === 'waitMode' ? options.map((option) => option.name) : [],
	);

	const offered = fieldOf('wait-mode')?.attributes.options ?? [];
	expect([...offered].slice(0, -1).sort()).toEqual([...new Set(modes)].sort());
});

it('a bug asks for both versions and a masked request ID, and for no key', () => {
	for (const id of ['n8n-version', 'package-version', 'mode'])
		expect(fieldOf(id)?.validations?.required).toBe(true);
	expect(fieldOf('request-id')?.attributes.description).toMatch(/first four .* last four/);
	expect(bug?.body[0]?.attributes.value).toContain('Never paste your API key');
	expect(JSON.stringify(fieldOf('checks'))).toMatch(/no API key.*"required":true/);
});

it('vulnerabilities are reported privately, and links lead into this repository', () => {
	const { text } = files.find(({ file }) => file.endsWith('config.yml')) ?? { text: '' };
	const { contact_links: links } = parse(text) as {
		readonly contact_links: ReadonlyArray<{ readonly url: string }>;
	};
	const urls = links.map(({ url }) => url);

	expect(urls).toContain(`${HOME}/security/advisories/new`);
	const paths = urls.flatMap((url) => url.split(`${HOME}/blob/main/`)[1] ?? []);
	for (const path of paths) expect(readFileSync(path, 'utf8')).toMatch(/^# /);
});

it('forms and templates contain no refused words', () => {
	const texts = [
		...files.map(({ text }) => text),
		readFileSync('.github/pull_request_template.md', 'utf8'),
	];

	expect(texts.flatMap((text) => refusedWordsIn(text))).toEqual([]);
});
