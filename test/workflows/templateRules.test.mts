import type { INode } from 'n8n-workflow';
import { readWorkflows, type Example } from './example.mts';
import { templateRules } from './templateRules.mts';

/** Each rule finds the exports that it is there for. */

const FILE = 'generate-an-image.json';
const [, good] = readWorkflows('workflows').find(([file]) => file === FILE) ?? [];
if (good === undefined) throw new Error(`There is no ${FILE}.`);

/** What is found, without the words of the rules. */
function findings(example: object, file = FILE): readonly string[] {
	return Object.values(templateRules).flatMap((rule) => rule(example as Example, file));
}

function change(name: string, changes: Partial<INode>): object {
	const nodes = good?.nodes.map((node) => (node.name === name ? { ...node, ...changes } : node));
	return { ...good, nodes };
}

function note(name: string, parameters: object): object {
	const old = good?.nodes.find((node) => node.name === name)?.parameters;
	return change(name, { parameters: { ...old, ...parameters } });
}

const [main, section] = good.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
const own = good.nodes.find(({ type }) => type.endsWith('.aiApp')) as INode;
const [overview, ofSection] = [main?.name ?? '', section?.name ?? ''];
const text = String(main?.parameters['content']);
const says = (more: string) => note(overview, { content: `${text}\n\n${more}` });

it('a good export passes', () => {
	expect(findings(good)).toEqual([]);
});

it.each<[string, object, readonly string[]]>([
	['pinned data', { ...good, pinData: { [own.name]: [] } }, ['pinData']],
	['static data', { ...good, staticData: { 'node:A': {} } }, ['staticData']],
	['the ID of the workflow', { ...good, id: 'Wm3uQd9c7aK2Lr5T' }, ['id']],
	['its version', { ...good, versionId: 'a' }, ['versionId', 'an ID of an instance']],
	[
		'the ID of the instance',
		{ ...good, meta: { instanceId: 'a' } },
		['meta', 'an ID of an instance'],
	],
	['tags', { ...good, tags: [{ name: 'work' }] }, ['tags']],
	['settings of an instance', { ...good, settings: { errorWorkflow: 'x' } }, ['errorWorkflow']],
	[
		'a credential',
		change(own.name, { credentials: { aiAppApi: { id: '1', name: 'a' } } }),
		[own.name],
	],
	['an email address', says('Ask a.b@company.io.'), ['an email address']],
	['an address', says('See http://10.0.0.7:5678/x.'), ['an address']],
	['an API key', says('The key is sk-abcdef1234567890.'), ['an API key']],
	['a token of GitHub', says('ghp_abcdefghijklmnop1234'), ['an API key']],
	['a session', says(`eyJhbGciOiJI${'a'.repeat(9)}.b.c`), ['a token']],
	['a long secret', says('0123456789abcdef'.repeat(3)), ['a token']],
	['a title that says nothing', { ...good, name: 'My workflow 2' }, ['My workflow 2', 'title']],
	['a title in capitals', { ...good, name: 'Generate An Image' }, ['An', 'Image', 'title']],
	[
		'no overview',
		{ ...good, nodes: good.nodes.filter((each) => each !== main) },
		expect.arrayContaining(['headings', 'color']),
	],
	[
		'an overview without a setup',
		note(overview, { content: text.split('### Setup')[0] }),
		expect.arrayContaining(['headings']),
	],
	['an endless overview', says('word '.repeat(300)), [expect.stringMatching(/^\d{3} words$/)]],
	['an overview in another color', note(overview, { color: 4 }), ['color']],
	['a section in another color', note(ofSection, { color: 4 }), [`${ofSection}: color`]],
	['a section without a heading', note(ofSection, { content: 'Here.' }), [`${ofSection}: heading`]],
	['HTML in a note', says('<b>Now</b>'), ['<b>', '</b>']],
	['a note on another', note(overview, { width: 2_000 }), [overview]],
	['a node beside its note', change(own.name, { position: [9_000, 0] }), [own.name]],
])('%s is found', (_, spoiled, found) => {
	expect(findings(spoiled)).toEqual(found);
});

it('a node with the name that n8n gave it is found', () => {
	const spoiled = JSON.parse(JSON.stringify(good).replaceAll(own.name, 'AI App')) as Example;

	expect(findings(spoiled)).toContain('AI App');
});

it('a link to a node that is gone is found', () => {
	const spoiled = { ...good, nodes: good.nodes.filter(({ name }) => name !== own.name) };

	expect(findings(spoiled)).toContain(own.name);
});

it('an overview that does not say that a self-hosted n8n is needed is found', () => {
	const content = text.replace(/This workflow uses a community node.*\n\n/, '');

	expect(findings(note(overview, { content }))).toEqual([expect.stringContaining('self-hosted')]);
});

it('a file name with capitals is found', () => {
	expect(findings(good, 'My Workflow.json')).toEqual(['My Workflow.json']);
});
