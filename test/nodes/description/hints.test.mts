import type {
	INodeParameterResourceLocator,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { choices, nodes, parameters } from '../descriptors.mts';
import { chosenForm, prefilled } from '../editor.mts';
import { overrides } from '../inputChecks.mts';
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

/** The hints that the editor shows for a node with these input items; any other value would be a line in the browser's console. */
function hintsAt(parameters: Parameters, items: readonly object[] = []) {
	const node = nodeWith(parameters);
	const { expression } = workflowOf(node);
	const input = items.map((json) => ({ json: { ...json } }));
	const conditions = new AiApp().description.hints?.map(({ message, displayCondition = '' }) => ({
		message,
		shown: expression.getParameterValue(
			displayCondition,
			null,
			0,
			0,
			node.name,
			input,
			'manual',
			{},
		),
	}));
	expect(conditions?.filter(({ shown }) => typeof shown !== 'boolean')).toEqual([]);
	return (conditions ?? []).flatMap(({ message, shown }) => (shown === true ? message : []));
}

const OTHER_APP = expect.stringMatching(/^This form belongs to another app\./);
const SEED = '30:Seed (rgthree).seed';
const SAME_SEED = expect.stringMatching(/^All items have the same inputs, seed included/);

const locator = (value: unknown, mode = 'id') =>
	({ __rl: true, mode, value }) as INodeParameterResourceLocator;

/** App: Run with the form of an app, after another one was chosen. */
async function formOf(
	formApp: string,
	appId: INodeParameterResourceLocator,
	more: Parameters = {},
) {
	const inputs = prefilled(await chosenForm(service.credential, locator(formApp)));
	return runForm({}, { inputs, appId, ...more } as Parameters);
}

describe('a form of another app', () => {
	it.each([
		['another ID', locator('56258')],
		['an ID that was not found', locator('99999999')],
		['the URL of a page', locator('https://app.example.com/54663/apps/56258?from=/54663', 'url')],
	])('is hinted at, with data or without: %s', async (_, appId) => {
		const parameters = await formOf('54663', appId);

		expect(hintsAt(parameters)).toEqual([OTHER_APP]);
		expect(hintsAt(parameters, [{}])).toEqual([OTHER_APP]);
	});

	it.each<[string, INodeParameterResourceLocator, Parameters]>([
		['the same ID', locator('054663'), {}],
		['the URL of its page', locator('https://app.example.com/apps/54663/?next=/7', 'url'), {}],
		['an expression', locator('={{ $json.app }}'), {}],
		['no app', locator('', 'list'), {}],
		['JSON', locator('56258'), { specifyInputs: 'json' }],
		['another operation', locator('56258'), { operation: 'get' }],
	])("isn't what there is: %s", async (_, appId, more) => {
		expect(hintsAt(await formOf('54663', appId, more))).toEqual([]);
	});

	it("isn't found in a form without the ID of an app", () => {
		expect(hintsAt(runForm({}, { inputs: { value: {}, schema: [{ id: 'a' }] } }))).toEqual([]);
		expect(hintsAt(runForm({}, { inputs: null as never }))).toEqual([]);
	});
});

describe('the same seed of several items', () => {
	const seeded = async (seed: unknown, more: Parameters = {}, prompt = 'a cat') => {
		const parameters = await formOf('54663', locator('54663'), more);
		const { value, ...inputs } = parameters['inputs'] as Record<string, object>;
		return {
			...parameters,
			inputs: { ...inputs, value: { ...value, [PROMPT]: prompt, [SEED]: seed } } as never,
		};
	};

	it.each([0, 7, '7'])('is hinted at if it is a fixed number: %j', async (seed) => {
		const parameters = await seeded(seed);

		expect(hintsAt(parameters, [{}, {}])).toEqual([SAME_SEED]);
		expect(hintsAt(parameters, [{}])).toEqual([]);
		expect(hintsAt(parameters)).toEqual([]);
	});

	it.each<[string, unknown, Parameters]>([
		['an expression', '={{ $json.seed }}', {}],
		['-1, which is random for many apps', -1, {}],
		['removed', null, {}],
		['missing', undefined, {}],
		['random for each item', 7, { options: { seedMode: 'random' } }],
		['random for each variation', 7, { options: { variations: 2 } }],
		['overridden', 7, overrides({ key: 'Seed', value: '={{ $json.seed }}' })],
		['in a form that JSON has replaced', 7, { specifyInputs: 'json' }],
	])("isn't hinted at if it is %s", async (_, seed, more) => {
		expect(hintsAt(await seeded(seed, more), [{}, {}])).toEqual([]);
	});

	it.each<[string, Parameters, string]>([
		['their prompts', {}, '={{ $json.prompt }}'],
		['an override', overrides({ key: 'prompt', value: '={{ $json.prompt }}' }), 'a cat'],
	])("isn't hinted at if items differ by %s", async (_, more, prompt) => {
		expect(hintsAt(await seeded(7, more, prompt), [{ prompt: 'a' }, { prompt: 'b' }])).toEqual([]);
	});
});

describe('more items than the limit of tasks', () => {
	const MORE_ITEMS = expect.stringMatching(
		/^The input needs more tasks than 'Max Tasks per Execution'/,
	);

	it.each<[string, Parameters, number, number]>([
		['3 of 2', { limits: { maxTasks: 2 } }, 3, 2],
		[
			'2 items with 2 variations, of 3',
			{ limits: { maxTasks: 3 }, options: { variations: 2 } },
			2,
			1,
		],
	])('are hinted at before they run: %s', async (_, more, tooMany, enough) => {
		const parameters = runForm({ [PROMPT]: '={{ $json.prompt }}' }, more);
		const items = (count: number) => Array.from({ length: count }, () => ({}));

		expect(hintsAt(parameters, items(tooMany))).toEqual([MORE_ITEMS]);
		expect(hintsAt(parameters, items(enough))).toEqual([]);
		expect(hintsAt(parameters)).toEqual([]);
	});

	it("aren't hinted at without a limit, or if an expression sets it", () => {
		const limits = [{}, { maxTasks: '={{ $json.limit }}' }] as Parameters[];

		expect(
			limits.flatMap((limit) => hintsAt(runForm({}, { limits: limit as never }), [{}, {}])),
		).toEqual([]);
	});
});

describe("'Max Billed Seconds' with several tasks", () => {
	const TOO_LATE = expect.stringMatching(
		/^When 'Max Billed Seconds' is reached, tasks that already run/,
	);
	const limits = { maxBilledSeconds: 10 };

	it('is hinted at before several items run', () => {
		expect(hintsAt(runForm({}, { limits }), [{}, {}])).toEqual([TOO_LATE]);
		expect(hintsAt(runForm({}, { limits, options: { variations: 2 } }), [{}])).toEqual([TOO_LATE]);
	});

	it.each<[string, Parameters, number]>([
		['one item', { limits }, 1],
		['no such limit', { limits: { maxTasks: 2 } }, 2],
		['a wait mode without it', { limits, waitMode: 'pause' }, 2],
	])("isn't hinted at with %s", (_, more, items) => {
		expect(
			hintsAt(
				runForm({}, more),
				Array.from({ length: items }, () => ({})),
			),
		).toEqual([]);
	});
});
