import { runForm, useService } from './service.mts';

const service = useService();

function asTool(inputsJson: unknown, more: object = {}) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...more };
	const json = { specifyInputs: 'json', inputsJson: inputsJson as never };
	return service.run({ parameters: runForm({}, json), settings });
}

/** The names of inputs that a reply lists. */
function acceptedIn(message = ''): string[] {
	const [, list = ''] = /The app accepts: (.*?)\. [A-Z]/.exec(message) ?? [];
	return JSON.parse(`[${list}]`) as string[];
}

describe('a call with JSON that is rejected', () => {
	it.each([
		['unknown input', '{"wrong": 1}', /has no input "wrong"\. The app accepts: "6:CLIP.*App: Get/],
		['invalid value', '{"Steps": 99}', /from 1 to 50, but is 99.* Input ID: "3:KSampler\.steps"\./],
		['input given twice', '{"Prompt": "a", "6:CLIPTextEncode.text": "b"}', /the same input/],
		['text that is no JSON', 'a red cat', /isn't a JSON object\. .*lists those that it accepts\./],
	])('answers with the reason and what to do: %s', async (_, json, reason) => {
		const { error } = await asTool(json);

		expect(error?.message).toMatch(reason);
		expect(error?.message).toMatch(/You weren't charged\.$/);
		expect(service.creates()).toBe(0);
	});

	it('has the same words in an item if On Error is Continue', async () => {
		const { error } = await asTool('{"wrong": 1}');
		const { outputs } = await asTool('{"wrong": 1}', { onError: 'continueRegularOutput' });

		const { json } = outputs[0]?.[0] ?? {};
		expect(json).toMatchObject({ error: error?.message, details: { kind: 'input' } });
	});

	it('lists names that are accepted afterwards', async () => {
		const { error } = await asTool('{"wrong": 1}');
		const [prompt = '', , steps = ''] = acceptedIn(error?.message);

		const again = await asTool({ [prompt]: 'a red cat', [steps]: 12 });

		expect(again.error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual({
			'6:CLIPTextEncode.text': 'a red cat',
			'3:KSampler.steps': 12,
		});
	});
});
