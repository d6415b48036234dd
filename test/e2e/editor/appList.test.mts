import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { appPicker, chooseCredential } from '../stage/appPicker.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import { chain, start, store } from '../stage/pauseWorkflows.mts';

const PICTURE = '54663 Picture from Text by Sample Author';
const PROMPT = '6:CLIPTextEncode.text';

const shared = useEditorStage();

const picker = () => appPicker(shared.editor.page);

/** A workflow with a new node, its panel open. */
async function openNode() {
	const node = {
		name: 'AI App',
		type: 'n8n-nodes-ai-app-tasks.aiApp',
		parameters: { resource: 'app', operation: 'run' },
	};
	await shared.editor.open(await store(shared.stage, chain('List of apps', start, node)));
	return shared.editor.openNode('AI App');
}

const subtitle = () =>
	shared.editor.page.locator('[data-test-id="canvas-node"][data-node-name="AI App"]').innerText();

test('an app is found by its ID, chosen by its name, and stays with its inputs when the credential changes', async () => {
	const { rest, credentialDraft } = shared.stage;
	const savedApps = '54663 Saved Name\n56258 Levels';
	const data = { ...credentialDraft.data, savedApps };
	await saveCredential(rest, { ...credentialDraft, name: 'With Saved Apps', data });
	const node = await openNode();
	expect(await node.parameters.innerText()).toContain('Choose an app to see its inputs here');

	const toType = 'Type an app ID, or paste a page URL or API example';
	expect(await picker().rows(toType)).toEqual([toType]);
	await picker().pick(toType);
	expect(await node.parameters.innerText()).toContain('Choose an app to see its inputs here');
	expect(await picker().rows('There are no saved apps', 'Picture')).toEqual([
		'There are no saved apps. Type an ID or page URL',
	]);
	expect(await picker().rows('999999', '999999')).toEqual([
		"App 999999 wasn't found. Try the ID in its API example",
	]);

	const example = `curl -X POST "https://api.example.com/v1/create" \\\n -d '{\n  "web_app_id": 54663\n}'`;
	expect(await picker().rows(PICTURE, example)).toEqual([PICTURE]);
	expect(await picker().rows(PICTURE, '54663')).toEqual([PICTURE]);
	await picker().pick(PICTURE);
	expect(await node.labels('Prompt')).toContain('Negative Prompt');
	expect(await picker().chosen()).toBe(PICTURE);
	const prompt = node.field(PROMPT).locator('input, textarea');
	await prompt.fill('A heron in the reeds');
	await prompt.blur();

	await chooseCredential(shared.editor.page, 'With Saved Apps');
	expect(await picker().rows('Levels')).toEqual(['54663 Saved Name', '56258 Levels']);
	await picker().leave();
	expect(await picker().chosen()).toBe('54663 Saved Name');
	expect(await node.labels('Prompt')).toContain('Negative Prompt');
	expect(await prompt.inputValue()).toBe('A heron in the reeds');

	await node.executeStep();
	expect(await node.viewPicture()).toEqual({ width: 512, height: 384 });
	expect(shared.stage.emulator.tasks().at(-1)).toMatchObject({
		inputValues: { [PROMPT]: 'A heron in the reeds' },
	});
	await shared.editor.closeNode();
	expect(await subtitle()).toContain('Run: Saved Name');
});

test('a choice is kept when the credential changes while the service is down, and the list says what is wrong', async () => {
	const { emulator, rest, credentialDraft } = shared.stage;
	const data = { ...credentialDraft.data, savedApps: '56258 Levels' };
	await saveCredential(rest, { ...credentialDraft, name: 'Another', data });
	const node = await openNode();
	const page = 'https://app.example.com/apps/54663?lang=en';
	await picker().rows(PICTURE, page);
	await picker().pick(PICTURE);
	await node.labels('Negative Prompt');
	const down = { type: 'html', status: 503 } as const;
	emulator.addFault({ on: 'detail', times: Infinity, effect: down });

	await chooseCredential(shared.editor.page, 'Another');
	expect(await picker().rows('Levels')).toEqual([PICTURE, '56258 Levels']);
	expect(await picker().message('57001')).toMatch(/HTTP 503/);
	await picker().leave();

	expect(await picker().chosen()).toBe(PICTURE);
	expect(await node.labels('Prompt')).toContain('Negative Prompt');
	emulator.clearFaults();
	await shared.editor.closeNode();
	expect(await subtitle()).toContain('Run: Picture from Text');
	expect(await subtitle()).not.toContain('Sample Author');
});

test('what most people need is in view, and a switch shows the other settings', async () => {
	const credential = await shared.editor.newCredential('AI App API');
	// Parameters that n8n adds itself come after them.
	const before = await credential.fields();
	const first = [
		...['API Key', 'Base URL', 'Metadata URL', 'Saved Apps', 'Callback Token'],
		...['Max Tasks at a Time (All Executions)', 'Max Tasks per Hour', 'More Settings'],
	];
	expect(before.slice(0, 8)).toEqual(first);
	expect(before).not.toContain('Storage URL');

	await credential.toggle('moreSettings');

	expect((await credential.fields()).slice(8, 14)).toEqual([
		'Callback Token URLs',
		'Service Reaches Private URLs',
		'Storage URL',
		'Storage Type',
		'Upload File Type',
		'Task Header Prefix',
	]);
	await credential.scrollTo('moreSettings');
});
