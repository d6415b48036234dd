import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

/** What people mean as it is: none of it is refused, changed or named above the output. */

const service = useService();

const PROMPTS = [
	'a cat',
	'undefined behavior, as a poster',
	'A null island in the Gulf of Guinea',
	'NaN bread on a table',
	'(masterpiece:1.2), [blurry], {red|blue} car',
	'{2$$red|blue|green} balloons',
	'a {{style}} photo of {{ subject }}',
	'{{ $value }} in a label',
	'__color__ dress, <lora:film:0.8>',
	'{"scene": "a beach", "camera": {"lens": "35 mm"}}',
	'["a dog", "a cat"]',
	'1\n00:00:01,000 --> 00:00:02,500\nHello!',
	'WEBVTT\n\n00:01.000 --> 00:02.000\nHello!',
	'<speak>Hello <break time="1s"/> world</speak>',
	'<svg viewBox="0 0 1 1"/> as a logo',
	'\\frac{1}{2} \\times x^{2}',
	'$5 off, $json is a variable',
	'costs $12.50 or 12,50 €',
	'echo "$HOME" && ls',
	'<?php echo $name; ?>',
	'$("#menu").hide()',
	"$('.card').first()",
	'const x = `${name}`;',
	'%USERPROFILE%\\photo.png',
	'a sign: "404 Not Found"',
	'https://example.com is the brand',
	'see www.example.com',
	'C:\\Users\\me\\photo.png on a screen',
	'/imagine a fox --ar 16:9 --v 6',
	'@brand #sale',
	'一只戴帽子的猫',
	'قطة ترتدي قبعة',
	'חתול עם כובע',
	'👩‍🚀 on the moon',
	'true',
	'0',
	'12',
	'9:16',
	'yes',
	'data',
	'None',
	'N/A',
	'-',
	'"null"',
	'={A} in a frame',
	'a=b, c==d',
	'first line\n\n\nlast line',
	'&amp; &lt;b&gt;',
	'50 % gray, 100% wool',
	'Jane "JD" O\'Neil',
];

it('prompts are sent as they are, without a line above the output', async () => {
	const { error, hints } = await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }, { waitMode: 'none' }, PICTURE_APP),
		items: PROMPTS.map((prompt) => ({ json: { prompt } })),
	});

	expect(error).toBeUndefined();
	const sent = service.emulator.tasks().map(({ inputValues }) => inputValues[PROMPT]);
	expect(sent.sort()).toEqual([...PROMPTS].sort());
	expect(hints).toEqual([]);
});

it.each(['={{ $now }}', '={{ DateTime.now() }}', '={{ new Date() }}', '={{ $json.day }}'])(
	'a date is sent as text: %s',
	async (expression) => {
		const { error, hints } = await service.run({
			parameters: runForm({ [PROMPT]: expression }, { waitMode: 'none' }, PICTURE_APP),
			items: [{ json: { day: new Date(service.time.now()) as unknown as string } }],
		});

		expect(error).toBeUndefined();
		expect(sentValues(service)[PROMPT]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
		expect(hints).toEqual([]);
	},
);

const NUMBER = { field_type: 'number', field_value: 1 };
const SWITCH = { field_type: 'toggle', field_value: false };

it.each([
	['a number', NUMBER, [8, '8', ' 8 ', '8.0', '0', -1, '-1', '1e2', 0.5, '.5', '+3', '007', '']],
	[
		'a switch',
		SWITCH,
		[
			true,
			false,
			'true',
			'FALSE',
			1,
			0,
			'1',
			'0',
			'yes',
			'No',
			'ON',
			'off',
			' on ',
			['Yes'],
			[true],
		],
	],
])('%s takes each way in which people and sheets write it', async (_, input, values) => {
	offerApp(service, input);
	const refused = [];
	for (const value of values) {
		const inputsJson = JSON.stringify({ [INPUT]: value });
		const parameters = runForm({}, { specifyInputs: 'json', inputsJson }, OFFERED_APP);
		const { error } = await service.run({ parameters });
		if (error) refused.push([value, error.message]);
	}

	expect(refused).toEqual([]);
	expect(sentValues(service)).toBeDefined();
});
