import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { choices, nodes, parameters } from '../descriptors.mts';
import { nodeWith, type Parameters, workflowOf } from '../instance.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

/** What n8n tells language models that build workflows. What it shows them works as written. */

const service = useService();
const texts = [
	...parameters.map(({ path, property }) => [path, property.builderHint?.propertyHint] as const),
	...choices.map(({ path, choice }) => [path, choice.builderHint?.propertyHint] as const),
	...nodes.map(({ name, builderHint }) => [name, builderHint?.searchHint] as const),
].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));

describe.each(texts)('%s', (_, text) => {
	it('is short, and n8n changes no sign of it', () => {
		expect(text.length).toBeLessThanOrEqual(700);
		// n8n escapes angle brackets in its type definitions, and ends a comment at */.
		expect(text).not.toMatch(/[^\p{ASCII}]|[<>]|\*\//u);
	});

	it('quotes only values and names that exist', () => {
		const quoted = [...text.matchAll(/"([a-zA-Z]+)"(?!:)/g)].map(([, name = '']) => name);

		expect(quoted.filter((name) => !KNOWN.has(name))).toEqual([]);
	});
});

it.each([
	'App',
	'App Inputs',
	'App Inputs (JSON)',
	'Callback URL',
	'Max Billed Seconds',
	'Max Tasks per Execution',
	'Override Inputs',
	'Request ID',
	'Return One Item per File',
	'Seed',
	'Wait Mode',
])('%s has a hint in every operation', (label) => {
	const all = parameters.filter(
		({ property }) => property.displayName === label && !isOfModel(property),
	);

	expect(all.length).toBeGreaterThan(0);
	expect(all.filter(({ property }) => !property.builderHint)).toEqual([]);
});

describe('the example of a hint creates the task that it means:', () => {
	const prompt = 'He said "hi".\nThen he left.';

	it.each([
		['App', { appId: exampleIn('appId') }],
		['App Inputs', { inputs: exampleIn('inputs') }],
		['Override Inputs', { inputs: {}, overrideInputs: exampleIn('overrideInputs') }],
		['App Inputs (JSON), as one expression', json(0)],
		['App Inputs (JSON), as text', json(1)],
	])('%s works as written', async (_, more) => {
		const parameters = runForm({ [PROMPT]: '={{ $json.prompt }}' }, more as never);

		const { error } = await service.run({ parameters, items: [{ json: { prompt } }] });

		expect(error).toBeUndefined();
		expect(service.emulator.tasks()).toMatchObject([
			{ appId: PICTURE_APP, inputValues: { [PROMPT]: prompt } },
		]);
	});

	function json(position: number) {
		const [, text = ''] = [...hintOf('inputsJson').matchAll(/expr\('(.*?)'\)/g)][position] ?? [];
		return { specifyInputs: 'json', inputsJson: `=${text}` };
	}
});

/** Values of parameters, n8n's own settings, and names of binary fields. */
const KNOWN = new Set([
	...choices.map(({ choice }) => String(choice.value)),
	...['continueErrorOutput', 'onError', 'manual', 'descriptionType', 'toolDescription'],
	...['defineBelow', 'list', 'id', 'url', 'data', 'budget', 'Prompt'],
]);

function isOfModel({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['resource']?.includes('model') ?? false;
}

function hintOf(name: string): string {
	const own = parameters.find(({ property }) => property.name === name && property.builderHint);
	return own?.property.builderHint?.propertyHint ?? '';
}

/** The first object in JSON of a hint. For models that build workflows, n8n writes expressions as `expr()`. */
function exampleIn(name: string): NodeParameterValueType {
	const text = hintOf(name);
	const begin = text.indexOf('{"');
	const ends = [...text.matchAll(/}(?=[.,]| )/g)].map(({ index }) => index + 1);
	const end = ends.find((place) => opens(text.slice(begin, place)));
	const stored = text.slice(begin, end).replace(/expr\("(.*?)"\)/g, '"=$1"');
	return JSON.parse(stored) as NodeParameterValueType;
}

function opens(text: string): boolean {
	return text.length > 0 && text.split('{').length === text.split('}').length;
}

/** The hints that the editor shows for a node; any other value would be a line in the browser's console. */
function hintsAt(parameters: Parameters) {
	const node = nodeWith(parameters);
	const { expression } = workflowOf(node);
	const conditions = new AiApp().description.hints?.map(({ message, displayCondition = '' }) => ({
		message,
		shown: expression.getParameterValue(displayCondition, null, 0, 0, node.name, [], 'manual', {}),
	}));
	expect(conditions?.filter(({ shown }) => typeof shown !== 'boolean')).toEqual([]);
	return (conditions ?? []).flatMap(({ message, shown }) => (shown === true ? message : []));
}

it.each([
	[
		'run',
		'none',
		['The tasks are still running. Add Task: Wait for Completion to get their results.'],
	],
	[
		'run',
		'callback',
		["The tasks are still running. The service sends their results to 'Callback URL'."],
	],
	['run', 'poll', []],
	['run', 'pause', []],
	['get', 'none', []],
])('after App: %s with wait mode %s the panel says: %j', (operation, waitMode, expected) => {
	expect(hintsAt(runForm({}, { operation, waitMode }))).toEqual(expected);
});
