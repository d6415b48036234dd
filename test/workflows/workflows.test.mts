import { choices, parameters } from '../nodes/descriptors.mts';
import { example, guides, tableOf } from '../readme/readme.mts';
import { notesOf, readWorkflows, textOf, workingNodes, type Example } from './example.mts';
import { templateRules, type TemplateRule } from './templateRules.mts';

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

describe('every example', () => {
	const findings = (rule: TemplateRule) =>
		examples.flatMap(([file, each]) => rule(each, file).map((finding) => `${file}: ${finding}`));

	it.each(Object.entries(templateRules))('%s', (_, rule) => {
		expect(findings(rule)).toEqual([]);
	});

	it("begins its setup with the credential and the demo's app", () => {
		expect(findings((each) => setupWithout(each))).toEqual([]);
	});

	it('names nodes, parameters and buttons that exist', () => {
		const nodes = examples.flatMap(([, each]) => workingNodes(each).map(({ name }) => name));
		const known = new Set([...KNOWN, ...nodes]);

		expect(
			findings((each) => {
				const bold = [...JSON.stringify(each).matchAll(/\*\*(?:Task: )?(.+?)\*\*/g)];
				return bold.map(([, name = '']) => name).filter((name) => !known.has(name));
			}),
		).toEqual([]);
	});

	it('fills the form of an app with expressions that have a value before anything has run', () => {
		expect(
			findings((each) => {
				const forms = each.nodes.map(({ parameters: { inputs } }) => inputs as Form | undefined);
				const values = forms.flatMap((form) => Object.values(form?.value ?? {}).map(String));
				return values.filter((value) => value.startsWith('=') && !FORM_EXPRESSION.test(value));
			}),
		).toEqual([]);
	});
});

type Form = { readonly value?: object };

/** What the first step of the setup should say, and doesn't. */
function setupWithout(each: Example): readonly string[] {
	const [main] = notesOf(each);
	const [, first = ''] = /### Setup\n\n(1\. .*)/.exec(main ? textOf(main) : '') ?? [];
	const wanted = ['1. Choose your **AI App API** credential', ...sentencesOnApps(each)];
	return wanted.filter((sentence) => !first.includes(sentence));
}

function sentencesOnApps(each: Example): readonly string[] {
	const apps = each.nodes.flatMap(({ parameters: { appId } }) =>
		appId ? [(appId as { readonly value: string }).value] : [],
	);
	const ids = [...new Set(apps.filter((value) => !value.startsWith('=')))];
	if (ids.length > 1)
		return [
			', then select your own apps. ' +
				`Apps ${ids.join(' and ')} are the demo's apps and may not exist at your service.`,
		];
	if (ids.length === 1) return [`, then select your own app. ${isOfDemo(ids[0])}`];
	// Where a table has the app of each job, it has the demo's at first.
	return apps.length === 0 ? [] : [isOfDemo(/\('(\d+)', '\{/.exec(JSON.stringify(each))?.[1])];
}

function isOfDemo(id = 'of the table'): string {
	return `App ${id} is the demo's app and may not exist at your service.`;
}

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
