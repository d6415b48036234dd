import type { Parameters } from './instance.mts';
import { PROMPT, runForm, runModel, useService } from './service.mts';

const service = useService();

const STEPS = '3:KSampler.steps';
const continues = { onError: 'continueRegularOutput' } as const;

/** Twenty rows, of which the last has too many steps. */
const rows = Array.from({ length: 20 }, (_, n) => ({ json: { steps: n === 19 ? 500 : n + 1 } }));
const byRow = (more: Parameters = {}) =>
	runForm({ [PROMPT]: 'a cat', [STEPS]: '={{ $json.steps }}' }, more);

describe('if the last of twenty rows is invalid', () => {
	it('nothing is charged, and the message names that row', async () => {
		const { error } = await service.run({ parameters: byRow(), items: rows });

		expect(error?.context?.itemIndex).toBe(19);
		expect(error?.message).toContain('must be a number from 1 to 50, but is 500');
		expect(service.creates()).toBe(0);
	});

	it('the other rows run if On Error is Continue', async () => {
		const { outputs } = await service.run({
			parameters: byRow(),
			items: rows,
			settings: continues,
		});

		const [bad, ...good] = [...(outputs[0] ?? [])].reverse();
		expect(bad?.json.details).toMatchObject({ kind: 'input' });
		expect(good.every(({ json }) => json.status === 'Success')).toBe(true);
		expect(service.creates()).toBe(19);
	});

	it('no file is uploaded either', async () => {
		const file = { mimeType: 'image/png', fileName: 'a.png', data: 'AAAA' };
		const items = [{ json: {}, binary: { data: file } }, { json: {} }];

		const { error } = await service.run({
			parameters: runForm({ '18:LoadImage.image': 'data' }, {}, 56258),
			items,
		});

		expect(error?.context?.itemIndex).toBe(1);
		const operations = service.emulator.requests().map(({ operation }) => operation);
		expect(operations).not.toContain('token');
		expect(service.creates()).toBe(0);
	});
});

it.each([
	['JSON that is none', { specifyInputs: 'json', inputsJson: '={{ $json.json }}' }, { json: '{' }],
	[
		'a header that cannot be sent',
		{
			waitMode: 'callback',
			callbackUrl: 'https://example.com/',
			options: { taskHeaders: { values: [{ name: '={{ $json.name }}', value: 'x' }] } },
		},
		{ name: 'Async' },
	],
	['an invalid URL', { waitMode: 'callback', callbackUrl: '={{ $json.url }}' }, { url: 'x' }],
])('a row with %s stops the others before anything is charged', async (_, more, bad) => {
	const good = { json: '{"6:CLIPTextEncode.text": "a cat"}', name: 'Order', url: 'https://e.com/' };

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, more as Parameters),
		items: [{ json: good }, { json: { ...good, ...bad } }],
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(service.creates()).toBe(0);
});

it('a model is not run for one row if the parameters of another are invalid', async () => {
	const { error } = await service.run({
		parameters: runModel({ modelParameters: '={{ $json.parameters }}' }),
		items: [{ json: { parameters: { prompt: 'a cat' } } }, { json: { parameters: 'none' } }],
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(service.emulator.requests()).toEqual([]);
});
