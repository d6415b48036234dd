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
	['what the apps do', Infinity, ['image generation', 'text to image', 'video', 'comfyui']],
	['what the apps do, in one word', Infinity, ['text to speech', 'upscale', 'background removal']],
	['what else the node does', Infinity, ['generate video', 'balance', 'cancel', 'stop task']],
	['the name of the package', 3, ['ai app tasks', 'ai-app', 'n8n-nodes-ai-app-tasks']],
	['what people want to do', 3, ['generate picture', 'generate image', 'stable diffusion']],
	[
		'an operation, or the name of the node',
		3,
		['get outputs', 'wait for completion', 'upload file', 'webhook callback', 'AI App'],
	],
])('a search for %s finds the node', async (_, first, searches) => {
	for (const words of searches) {
		const found = await editor.searchNode(words);
		await editor.screenshot(`search-${words.replaceAll(' ', '-')}`);
		const shown = expect.stringMatching(/AI App(\s+Run AI apps| Trigger)/);
		expect([words, found.slice(0, first).join()]).toEqual([words, shown]);
	}
});
