import { openEditor, type Editor } from '../stage/editor.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';

let stage: OwnStage;
let editor: Editor;

beforeAll(async () => {
	// Among all nodes of n8n.
	stage = await openOwnStage({ NODES_INCLUDE: '[]' });
	editor = await openEditor(stage);
	await editor.openNew();
});

afterAll(async () => {
	await editor?.close();
	await stage?.close();
});

test.each([
	['what the apps do', 1, ['image generation', 'text to image', 'image to video', 'comfyui']],
	['what the apps make', 3, ['picture', 'photo', 'audio', 'music', 'song']],
	['what the apps do, in other words', 1, ['text to speech', 'upscale', 'background removal']],
	['the name of the package', 1, ['ai-app', 'n8n-nodes-ai-app-tasks']],
	['what people want to do', 1, ['generate picture', 'generate image', 'generate video']],
	['what else people want to do', 1, ['upload file', 'wait for video', 'cancel', 'stop task']],
	['the name of the node', 1, ['AI App']],
])('a search for %s finds the node', async (_, first, searches) => {
	for (const words of searches) {
		const found = await editor.searchNode(words);
		const shown = expect.stringMatching(/AI App(\s+Run AI apps| Trigger)/);
		expect([words, found.slice(0, first).join()]).toEqual([words, shown]);
	}
});

test.each(['image', 'video', 'voice'])(
	'a search for %s shows the node without scrolling',
	async (word) => {
		await editor.searchNode(word);
		const row = editor.page.getByTestId('item-iterator-item').filter({ hasText: 'Run AI apps' });

		const { height } = editor.page.viewportSize() ?? { height: 0 };
		const box = await row.first().boundingBox();
		expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(height);
	},
);

test('n8n offers a custom API call, and the panel says what it needs', async () => {
	await editor.openNew();
	await editor.searchNode('ai app');
	const node = await editor.addNode('AI App', 'Run app');
	await node.choose('resource', 'Custom API Call');
	await node.parameters.getByText('create a Bearer Auth credential').waitFor();
});
