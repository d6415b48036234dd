import type { INodeParameterResourceLocator } from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { chosenForm, prefilled } from './editor.mts';
import { nodeWith, workflowOf, type Parameters } from './instance.mts';
import { runForm, useService } from './service.mts';

const service = useService();

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
const SAME_SEED = expect.stringMatching(/^All items use the same seed/);

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

it('the same seed is hinted at where several items have it', async () => {
	const parameters = await formOf('54663', locator('54663'));

	expect(hintsAt(parameters, [{}, {}])).toEqual([SAME_SEED]);
	expect(hintsAt(parameters, [{}])).toEqual([]);
	expect(hintsAt(parameters)).toEqual([]);
	expect(hintsAt({ ...parameters, options: { seedMode: 'random' } }, [{}, {}])).toEqual([]);
});
