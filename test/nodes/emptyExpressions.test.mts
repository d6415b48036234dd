import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

const SEED = '30:Seed (rgthree).seed';
const sent = () => service.emulator.tasks().map(({ inputValues }) => inputValues);
const override = (value?: unknown): Parameters =>
	({
		overrideInputs: { values: [{ key: PROMPT, ...(value !== undefined && { value }) }] },
	}) as never;
const json = (inputsJson: string): Parameters => ({ specifyInputs: 'json', inputsJson });

describe('an expression that returns nothing is rejected before anything is created', () => {
	it.each<[string, Parameters, string]>([
		['in the form', runForm({ [PROMPT]: '={{ $json.typo }}' }), PROMPT],
		['as a number', runForm({ [PROMPT]: 'a cat', [SEED]: '={{ $json.typo }}' }), SEED],
		['as an override', runForm({ [PROMPT]: 'form' }, override('={{ $json.typo }}')), PROMPT],
		['in JSON', runForm({}, json(`={{ ({ "${PROMPT}": $json.typo }) }}`)), PROMPT],
	])('%s', async (_, parameters, key) => {
		const { error } = await service.run({ parameters });

		expect(error?.message).toContain(`'${key}'`);
		expect(error?.message).toContain('[item 0]');
		expect(error?.description).toContain("app's default");
		expect(service.emulator.requests()).toEqual([]);
	});

	it('and the message names the item', async () => {
		const { outputs } = await service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
			items: [{ json: { prompt: 'a cat' } }, { json: { promt: 'a dog' } }],
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]).toMatchObject([
			{ json: { status: 'Success' } },
			{ json: { error: expect.stringContaining('[item 1]'), details: { kind: 'input' } } },
		]);
		expect(service.creates()).toBe(1);
	});
});

it.each([
	['left as it was added', undefined],
	['emptied', ''],
])('an override that was %s is rejected', async (_, value) => {
	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'form' }, override(value)),
	});

	expect(error?.message).toBe(`'Override Inputs' has no value for '${PROMPT}' [item 0]`);
	expect(service.emulator.requests()).toEqual([]);
});

describe('null and an empty text keep their meaning:', () => {
	it.each<[string, Parameters, object]>([
		['null in the form is the default', runForm({ [PROMPT]: null, [SEED]: 7 }), { [SEED]: 7 }],
		['so is null by expression', runForm({ [PROMPT]: '={{ null }}', [SEED]: 7 }), { [SEED]: 7 }],
		['an emptied text is sent empty', runForm({ [PROMPT]: '' }), { [PROMPT]: '' }],
		['so is one by expression', runForm({ [PROMPT]: '={{ "" }}' }), { [PROMPT]: '' }],
		[
			'so is one of an override',
			runForm({ [PROMPT]: 'form' }, override('={{ "" }}')),
			{ [PROMPT]: '' },
		],
	])('%s', async (_, parameters, values) => {
		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(sent()).toEqual([values]);
	});
});

describe.each(['json', 'fields'])('an input that is left empty, with %s', (mode) => {
	const NEGATIVE = '7:CLIPTextEncode.text';
	const rows = ['a', undefined, undefined].map((prompt) => ({ json: { prompt } }));
	/** Each value is an expression. */
	const given = (values: Readonly<Record<string, string>>, appId?: number) => {
		const entries = Object.entries(values);
		const members = entries.map(([key, value]) => `"${key}": ${value}`);
		const form = entries.map(([key, value]) => [key, `={{ ${value} }}`]);
		return mode === 'fields'
			? runForm(Object.fromEntries(form), {}, appId)
			: runForm({}, json(`={{ ({ ${members.join()} }) }}`), appId);
	};

	it('is reported once with the number of items: a text', async () => {
		const { hints } = await service.run({
			parameters: given({ [PROMPT]: "$json.prompt ?? ''" }),
			items: rows,
		});

		expect(sent().map((values) => values[PROMPT])).toEqual(['a', '', '']);
		expect(hints).toContainEqual(
			expect.stringContaining(`'Prompt' (${PROMPT}) is empty in 2 items`),
		);
	});

	it("isn't reported if the app's default is empty as well", async () => {
		const { hints } = await service.run({
			parameters: given({ [NEGATIVE]: "$json.typo ?? ''", [PROMPT]: "'a cat'" }),
		});

		expect(hints).toEqual([]);
	});

	it('is reported once for all file inputs without a file, unless the app has one', async () => {
		const { hints } = await service.run({
			parameters: given({ '2:Sound.audio': "'https://a.example/b.mp3'" }, 57004),
			items: [{ json: {} }, { json: {} }],
		});

		expect(hints[0]).toMatch(/^No file is set for 'Picture', 'Film', .* in 2 items\./);
		expect(hints.join()).not.toMatch(/Sound'|Picture by Default/);
	});
});
