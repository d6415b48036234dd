import { choices, parameters } from './nodes/descriptors.mts';
import {
	boxOf,
	isInside,
	notesOf,
	overlap,
	readWorkflows,
	textOf,
	wordCount,
	workingNodes,
} from './workflows/example.mts';

/** n8n's rules for templates, as far as a program can read them. */

const TITLE = /^(AI agent that|Approve|Edit|Generate|Recover|Reuse|Start) /;
const VERBS =
	'Ask Check Create Delete Edit Generate Get If Keep List Receive Respond Run Save Send Set Show Split Use Wait When Write';
/** n8n's own names for the parts of an agent, and for a server that MCP clients know by its name. */
const AGENT_PARTS = ['AI Agent', 'Chat Model', 'MCP Server Trigger'];
const MAIN_NOTE = undefined;
const SECTION_NOTE = 7;
/** For the second kind, of n8n's button for agents, the editor always has a value. */
const FORM_EXPRESSION =
	/^=\{\{ (?:\$prevNode\.name && [^{}]+|\/\*n8n-auto-generated-fromAI-override\*\/ [^{}]+) \}\}$/;

/**
 * Names that notes may contain besides nodes: texts of n8n, of our panels and of the demo's forms.
 */
const N8N_LABELS =
	'AI App API, Authentication, Binary, Continue (using error output), Custom Form, Execute workflow, Executions, Max Iterations, On Error, Production URL, Response Type';
const DEMO_LABELS = ['AI App Results', 'AI App Tasks', 'Gray Point', 'Picture'];
const examples = readWorkflows('workflows');
const KNOWN = new Set([
	...N8N_LABELS.split(', '),
	...DEMO_LABELS,
	...parameters.map(({ property }) => property.displayName),
	...choices.map(({ choice }) => choice.name),
	...examples.map(([, { name }]) => name),
]);

describe.each(examples)('%s', (file, example) => {
	const [main, ...sections] = notesOf(example);
	const overview = main ? textOf(main) : '';
	const text = JSON.stringify(example);

	it('has a title in sentence case that begins with a verb', () => {
		expect(example.name).toMatch(TITLE);
		const [, ...others] = example.name.split(' ');
		expect(others.filter((word) => /^[A-Z][a-z]/.test(word))).toEqual([]);
	});

	it('has an overview with its title, how it works and the setup', () => {
		expect(overview).toMatch(
			/^## .*\n\n[^#]+\n\n### How it works\n\n1\. [^#]+\n\n### Setup\n\n1\. /,
		);
		expect(overview).toContain(`## ${example.name}\n\n`);
		expect(wordCount(overview)).toBeGreaterThanOrEqual(100);
		expect(wordCount(overview)).toBeLessThanOrEqual(300);
	});

	it("begins its setup with the credential and the demo's app", () => {
		const [, first] = /### Setup\n\n1\. (.*)/.exec(overview) ?? [];
		const apps = example.nodes.flatMap(({ parameters: { appId } }) => (appId ? [appId] : []));

		expect(first).toMatch(/^Choose your \*\*AI App API\*\* credential/);
		const chosen = (apps as ReadonlyArray<{ readonly value: string }>).filter(
			({ value }) => !value.startsWith('='),
		);
		expect(apps.length === 0 || chosen.length > 0).toBe(true);
		for (const app of chosen) {
			expect(first).toContain(
				`, then select your own app. App ${app.value} is the demo's app and may not exist at your service.`,
			);
		}
	});

	it('has short notes for its sections, all of one color', () => {
		expect(main?.parameters['color']).toBe(MAIN_NOTE);
		expect(sections.length).toBeGreaterThan(0);
		for (const section of sections) {
			expect(section.parameters['color']).toBe(SECTION_NOTE);
			expect(textOf(section)).toMatch(/^### .+\n\n/);
			expect(wordCount(textOf(section))).toBeLessThanOrEqual(30);
		}
	});

	it('shows each node on the note of its section, and no note on another', () => {
		const boxes = sections.map(boxOf);
		const strays = workingNodes(example).filter(
			(node) => !boxes.some((box) => isInside(boxOf(node), box)),
		);
		expect(strays).toEqual([]);
		const all = notesOf(example).map(boxOf);
		expect(all.filter((box, n) => all.slice(n + 1).some((other) => overlap(box, other)))).toEqual(
			[],
		);
	});

	it('names nodes, parameters and buttons that exist', () => {
		const nodes = examples.flatMap(([, each]) => workingNodes(each).map(({ name }) => name));
		const bold = [...text.matchAll(/\*\*(?:Task: )?(.+?)\*\*/g)].map(([, name = '']) => name);

		expect(bold.filter((name) => !KNOWN.has(name) && !nodes.includes(name))).toEqual([]);
	});

	it('has nodes with descriptive and unique names', () => {
		const names = workingNodes(example).map(({ name }) => name);
		const verbs = new Set(VERBS.split(' '));

		const others = names.filter((name) => !verbs.has(name.split(' ')[0] ?? ''));
		expect(others.filter((name) => !AGENT_PARTS.includes(name))).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
	});

	it('refers to nodes that exist', () => {
		const names = example.nodes.map(({ name }) => name);
		const linked = Object.values(example.connections).flatMap((byType) =>
			Object.values(byType).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
		);
		const inExpressions = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);

		const all = [...Object.keys(example.connections), ...linked, ...inExpressions];
		expect(all.filter((name) => !names.includes(name))).toEqual([]);
	});

	it('fills the form of an app with expressions that have a value before anything has run', () => {
		const forms = example.nodes.map(({ parameters: { inputs } }) => inputs as object | undefined);
		const values = forms.flatMap((form) =>
			Object.values((form as { readonly value?: object } | undefined)?.value ?? {}),
		);

		const expressions = values.filter((value) => String(value).startsWith('='));
		expect(expressions.filter((each) => !FORM_EXPRESSION.test(String(each)))).toEqual([]);
	});

	it('has no pinned data, no credential, no ID of an n8n instance and no personal data', () => {
		expect(Object.keys(example)).toEqual(['name', 'nodes', 'connections', 'settings']);
		expect(example.settings).toEqual({ executionOrder: 'v1' });
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
		expect(text).not.toMatch(/instanceId|"credentials"|"sk-|Bearer |https?:\/\/|[\w.]@[\w-]+\.\w/);
	});

	it('has a file name without capitals and spaces', () => {
		expect(file).toMatch(/^[a-z]+(-[a-z]+)*\.json$/);
	});
});
