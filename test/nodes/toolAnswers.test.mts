import type { Parameters } from './instance.mts';
import { runForm, useService } from './service.mts';

const service = useService();

function asTool(parameters: Parameters, more: object = {}) {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...more };
	return service.run({ parameters, settings });
}

const inJson = (inputsJson: unknown, more: Parameters = {}) =>
	runForm({}, { specifyInputs: 'json', inputsJson: inputsJson as never, ...more });

const TEMPLATE = {
	'6:CLIPTextEncode.text': 'A lighthouse at dawn',
	'7:CLIPTextEncode.text': '',
	'3:KSampler.steps': 9,
	'3:KSampler.sampler_name': 'euler',
	'3:KSampler.scheduler': 'simple',
	'28:EmptyLatentImage.width': 512,
	'28:EmptyLatentImage.height': 384,
	'30:Seed (rgthree).seed': -1,
};

/** The template in a text. */
function templateIn(message = ''): unknown {
	const [, json = 'null'] = /input_template[^{]*(\{.*\})$/.exec(message) ?? [];
	return JSON.parse(json);
}

describe('a call with JSON that is rejected', () => {
	it.each([
		['unknown input', '{"wrong": 1}', /has no input "wrong"\. The app accepts: 6:CLIP/],
		['invalid value', '{"Steps": 99}', /from 1 to 50, but is 99/],
		['input given twice', '{"Prompt": "a", "6:CLIPTextEncode.text": "b"}', /the same input/],
		['text that is no JSON', 'a red cat', /isn't a JSON object\. Provide an object/],
	])('answers with the reason and values to copy: %s', async (_, json, reason) => {
		const { error } = await asTool(inJson(json));

		expect(error?.message).toMatch(reason);
		expect(templateIn(error?.message)).toEqual(TEMPLATE);
		expect(error?.message).toContain("You weren't charged.");
		expect(service.creates()).toBe(0);
	});

	it('also if On Error is Continue', async () => {
		const { outputs } = await asTool(inJson('{"wrong": 1}'), { onError: 'continueRegularOutput' });

		const { json } = outputs[0]?.[0] ?? {};
		expect(Object.keys(json ?? {})).toEqual(['error', 'details']);
		expect(json?.details).toMatchObject({ kind: 'input', input_template: TEMPLATE });
		expect(json?.error).not.toContain('input_template');
	});

	it('is accepted when the model has copied them', async () => {
		const { error } = await asTool(inJson('{"wrong": 1}'));

		const again = await asTool(inJson(templateIn(error?.message)));

		expect(again.error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.inputValues).toEqual(TEMPLATE);
	});

	it('answers without them if the app is not known', async () => {
		service.emulator.addFault({
			on: 'detail',
			times: Infinity,
			effect: { type: 'refuse', code: 50502 },
		});

		const { error } = await asTool(inJson('a red cat'));

		expect(error?.message).toContain("isn't a JSON object");
		expect(error?.message).not.toContain('input_template');
	});
});

it('values to copy are bounded, and contain no secrets of the app', async () => {
	const texts = [
		'https://cdn.example/a.png?Signature=hunter2',
		'Bearer sk-hunter2hunter2hunter2',
		'<img src=x onerror=hunter2()>',
		"$fromAI('hunter2')",
		'a'.repeat(10_000),
		...Array.from({ length: 500 }, () => 'plain'),
	];
	const input_nodes = texts.map((value, n) => ({
		...{ variable_name: `${n}:Text.text`, field_label: `Text ${n}`, field_value: value },
		field_type: 'string',
	}));
	const effect = { type: 'answer', status: 200, body: { code: 20000, data: { input_nodes } } };
	service.emulator.addFault({ on: 'detail', times: Infinity, effect } as never);

	const { error } = await asTool(inJson('{"wrong": 1}'));

	const template = templateIn(error?.message) as Record<string, unknown>;
	expect(template).toMatchObject({
		'0:Text.text': null,
		'4:Text.text': null,
		'5:Text.text': 'plain',
	});
	expect(JSON.stringify(template).length).toBeLessThan(2_500);
	expect(error?.message).not.toMatch(/hunter2|[<>]/);
});

it('with a form there are no values to copy: the arguments of the model have other names', async () => {
	const tooMany = { '3:KSampler.steps': 99 };

	const { error } = await asTool(runForm(tooMany));

	expect(error?.message).toContain('but is 99');
	expect(error?.message).not.toContain('input_template');
});

it('an ordinary node has no values to copy', async () => {
	const { error } = await service.run({ parameters: inJson('{"wrong": 1}') });

	expect(`${error?.message} ${error?.description}`).not.toContain('input_template');
});
