import { NodeHelpers, type INodeParameterResourceLocator } from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { nodeWith } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const PAGE = 'https://app.example.com/3/apps/54663?lang=en';

/** Which of the form and of the notice in its place the editor shows. */
function shownFor(mode: INodeParameterResourceLocator['mode'], value: string): string[] {
	const { description } = new AiApp();
	const node = nodeWith(runForm({}, { appId: { __rl: true, mode, value } }));
	return description.properties
		.filter(({ name }) => name === 'inputs' || name === 'noAppNotice')
		.filter((each) => NodeHelpers.displayParameter(node.parameters, each, node, description))
		.map(({ name }) => name);
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

it.each(['list', 'id', 'url'] as const)('the form appears after an app is chosen: %s', (mode) => {
	expect(shownFor(mode, '')).toEqual(['noAppNotice']);
	expect(shownFor(mode, mode === 'url' ? PAGE : '54663')).toEqual(['inputs']);
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
