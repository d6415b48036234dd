import { choices, parameters } from '../nodes/descriptors.mts';
import { example, guides, tableOf } from '../readme/readme.mts';
import { notesOf, readWorkflows, textOf, workingNodes } from './example.mts';
import { templateRules } from './templateRules.mts';

/** The examples follow n8n's rules for templates, and are what their users need. */

/**
 * For the second kind, of n8n's button for agents, the editor always has a value. The first example has
 * what n8n inserts when a field is dragged, which needs no explanation.
 */
const FORM_EXPRESSION =
	/^=\{\{ (?:\$json\.prompt|\$prevNode\.name \? [^{}]+ : ''|\/\*n8n-auto-generated-fromAI-override\*\/ [^{}]+) \}\}$/;

/**
 * Names that notes may contain besides nodes: texts of n8n, of our panels and of the demo's forms.
 */
const N8N_LABELS =
	'AI App API, Authentication, Binary, Chat URL, Continue (using error output), Custom Form, Download Images/Files, Error Workflow, Execute workflow, Executions, Facebook Graph API, Google Drive OAuth2 API, Google Sheets OAuth2 API, Limit, LinkedIn OAuth2 API, Max Iterations, Merge, On Error, Open chat, Production URL, Response Mode, Response Type, Restrict to User IDs, Retry On Fail, Slack API, Streaming, Telegram API, View, WhatsApp API, WhatsApp OAuth API, WooCommerce API, YouTube OAuth2 API';

const DEMO_LABELS = [
	'AI App Results',
	'AI App Tasks',
	'Gray Point',
	'Photo',
	'Picture',
	'Style',
	'Video Ideas',
];

const examples = readWorkflows('workflows');

const KNOWN = new Set([
	...N8N_LABELS.split(', '),
	...DEMO_LABELS,
	...parameters.map(({ property }) => property.displayName),
	...choices.map(({ choice }) => choice.name),
	...examples.map(([, { name }]) => name),
]);

describe.each(examples)('%s', (file, example) => {
	const [main] = notesOf(example);
	const overview = main ? textOf(main) : '';
	const text = JSON.stringify(example);

	it.each(Object.entries(templateRules))('%s', (_, rule) => {
		expect(rule(example, file)).toEqual([]);
	});

	it("begins its setup with the credential and the demo's app", () => {
		const [, first] = /### Setup\n\n1\. (.*)/.exec(overview) ?? [];
		const apps = example.nodes.flatMap(({ parameters: { appId } }) => (appId ? [appId] : []));

		expect(first).toMatch(/^Choose your \*\*AI App API\*\* credential/);
		const chosen = (apps as ReadonlyArray<{ readonly value: string }>).filter(
			({ value }) => !value.startsWith('='),
		);
		const isOfDemo = (id = '') => `App ${id} is the demo's app and may not exist at your service.`;
		const ids = [...new Set(chosen.map(({ value }) => value))];
		const areOfDemo = `Apps ${ids.join(' and ')} are the demo's apps and may not exist at your service.`;
		if (ids.length > 1) expect(first).toContain(`, then select your own apps. ${areOfDemo}`);
		if (ids.length === 1) {
			expect(first).toContain(`, then select your own app. ${isOfDemo(ids[0])}`);
		}
		// Where a table has the app of each job, it has the demo's at first.
		const inTable = /\('(\d+)', '\{/.exec(text)?.[1];
		const isToldOfTable = inTable !== undefined && first?.includes(isOfDemo(inTable));
		expect(apps.length === 0 || chosen.length > 0 || isToldOfTable).toBe(true);
	});

	it('names nodes, parameters and buttons that exist', () => {
		const nodes = examples.flatMap(([, each]) => workingNodes(each).map(({ name }) => name));
		const bold = [...text.matchAll(/\*\*(?:Task: )?(.+?)\*\*/g)].map(([, name = '']) => name);

		expect(bold.filter((name) => !KNOWN.has(name) && !nodes.includes(name))).toEqual([]);
	});

	it('fills the form of an app with expressions that have a value before anything has run', () => {
		const forms = example.nodes.map(({ parameters: { inputs } }) => inputs as object | undefined);
		const values = forms.flatMap((form) =>
			Object.values((form as { readonly value?: object } | undefined)?.value ?? {}),
		);

		const expressions = values.filter((value) => String(value).startsWith('='));
		expect(expressions.filter((each) => !FORM_EXPRESSION.test(String(each)))).toEqual([]);
	});
});

/** The guide and the example have the same SQL. */

const nodes = readWorkflows('workflows')
	.filter(([file]) => file === 'work-through-a-queue-create.json')
	.flatMap(([, workflow]) => workflow.nodes);

function queryOf(name: string): string {
	return `${String(nodes.find((node) => node.name === name)?.parameters['query'])};\n`;
}

test('the guide to the work queue shows the table and the claim of the example', () => {
	expect(example('queueTable')).toBe(queryOf('Create Table'));
	expect(example('queueClaim')).toBe(queryOf('Claim Jobs'));
});

test('it explains all states that the table allows', () => {
	const [, allowed = ''] = /CHECK \(state IN \((.*?)\)\)/.exec(example('queueTable')) ?? [];

	const explained = tableOf('States', guides['work-queue']).map(([state]) => state);
	expect(explained).toEqual(allowed.split(', ').map((state) => state.replaceAll("'", '`')));
});
