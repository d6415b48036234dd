import { type INodeParameterResourceLocator, NodeHelpers } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { nodeWith, type Parameters, workflowOf } from '../instance.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const PAGE = 'https://app.example.com/3/apps/54663?lang=en';

/** Which of the form and of the notice in its place the editor shows. */
function shownFor(mode: INodeParameterResourceLocator['mode'], value: string): string[] {
	return propertiesFor(mode, value).map(({ name }) => name);
}

function propertiesFor(mode: INodeParameterResourceLocator['mode'], value: string, suffix = '') {
	const { description: of } = new AiApp();
	const description = { ...of, name: of.name + suffix };
	const node = nodeWith(runForm({}, { appId: { __rl: true, mode, value } }));
	return description.properties
		.filter(({ name }) => name === 'inputs' || name === 'noAppNotice')
		.filter((each) => NodeHelpers.displayParameter(node.parameters, each, node, description));
}

it('a new node starts with the list and no app chosen', () => {
	const { properties } = new AiApp().description;
	const locators = properties.filter(({ name }) => name === 'appId');

	expect(locators).toHaveLength(3);
	for (const { default: preset, modes } of locators) {
		expect(preset).toEqual({ mode: 'list', value: '' });
		expect(modes?.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
	}
});

it.each([
	['', true],
	['Tool', false],
])('the notice of aiApp%s asks to run the previous node: %s', (suffix, asks) => {
	const [notice, ...others] = propertiesFor('list', '', suffix);

	expect(notice?.displayName.includes('run the previous node first')).toBe(asks);
	expect(others).toEqual([]);
});

it.each([
	['', true],
	['Tool', false],
])('the form of aiApp%s can be mapped automatically: %s', (suffix, canBe) => {
	const [form, ...others] = propertiesFor('id', '54663', suffix);

	expect(form?.typeOptions?.resourceMapper?.supportAutoMap).toBe(canBe);
	expect(others).toEqual([]);
});

it.each(['list', 'id', 'url'] as const)('the form appears after an app is chosen: %s', (mode) => {
	expect(shownFor(mode, '')).toEqual(['noAppNotice']);
	expect(shownFor(mode, mode === 'url' ? PAGE : '54663')).toEqual(['inputs']);
});

it.each(['', 'Tool'])('of an app that an expression chooses, aiApp%s shows one form', (suffix) => {
	const shown = propertiesFor('id', '={{ $json.app }}', suffix).map(({ name }) => name);

	expect(shown.sort()).toEqual(['inputs', 'noAppNotice']);
});

it.each([
	['list', '54663'],
	['list', PAGE],
	['id', '54663'],
	['id', PAGE],
	['url', PAGE],
	['id', '={{ 54600 + 63 }}'],
])('the app is read in mode %s: %s', async (mode, value) => {
	const appId = { __rl: true, mode, value, cachedResultName: 'Another (1)' };
	const { error } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }, { appId }) });

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()).toMatchObject([{ appId: 54663 }]);
});

it.each(['list', 'id', 'url'])('a missing app in mode %s is rejected', async (mode) => {
	const appId = { __rl: true, mode, value: '' };
	const run = service.run({ parameters: runForm({}, { appId }) });

	await expect(run).rejects.toThrow('Parameter "App" is required');
	expect(service.creates()).toBe(0);
});

/** The text that n8n's canvas shows under a node. */
function subtitleOf(parameters: Parameters) {
	const node = nodeWith(parameters);
	const { subtitle } = new AiApp().description;
	return workflowOf(node).expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

function ofApp(locator: Partial<INodeParameterResourceLocator>, operation = 'run') {
	const appId = { __rl: true, mode: 'list', value: '54663', ...locator };
	return subtitleOf({ resource: 'app', operation, appId } as Parameters);
}

it.each([
	['54663 Text to Picture by nick', 'Run: Text to Picture'],
	['54663 Text to Picture', 'Run: Text to Picture'],
	['54663 Painted by Hand by nick', 'Run: Painted by Hand'],
	['54663 Fast (v2) by nick', 'Run: Fast (v2)'],
	['App 54663', 'Run: App 54663'],
	['', 'Run: 54663'],
	[undefined, 'Run: 54663'],
])(
	'the subtitle shows the name of the app that was chosen as "%s"',
	(cachedResultName, expected) => {
		expect(ofApp({ ...(cachedResultName !== undefined && { cachedResultName }) })).toBe(expected);
	},
);

it.each<[Partial<INodeParameterResourceLocator>, string]>([
	[{ mode: 'id', value: '54663' }, 'Get: 54663'],
	[{ mode: 'id', value: 54663 }, 'Get: 54663'],
	[{ mode: 'url', value: 'https://app.example.com/3/apps/54663?lang=en' }, 'Get: 54663'],
	[{ mode: 'url', value: 'https://app.example.com/apps/54663/' }, 'Get: 54663'],
	[{ mode: 'id', value: '={{ 54600 + 63 }}' }, 'App: Get'],
	[{ mode: 'list', value: '' }, 'App: Get'],
	[{ mode: 'list', value: '', cachedResultName: 'Type an app ID' }, 'App: Get'],
	[{ mode: 'id', value: '={{ $json.nothing }}' }, 'App: Get'],
])('the subtitle shows the ID of an app without a name: %j', (locator, expected) => {
	expect(ofApp(locator, 'get')).toBe(expected);
});

it('the subtitle runs no part of a name', () => {
	expect(ofApp({ cachedResultName: '1 ={{ 1 + 1 }} {{ 2 }} by nick' })).toBe(
		'Run: ={{ 1 + 1 }} {{ 2 }}',
	);
});

it.each([
	['task', 'getOutputs', 'Task: Get Outputs'],
	['task', 'wait', 'Task: Wait for Completion'],
	['file', 'upload', 'File: Upload'],
	['model', 'run', 'Model: Run'],
])('the subtitle of %s, %s has plain words', (resource, operation, expected) => {
	expect(subtitleOf({ resource, operation })).toBe(expected);
});
