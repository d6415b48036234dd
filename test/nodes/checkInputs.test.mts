import { invalid, overrides, useInputChecks } from './inputChecks.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from './service.mts';

const service = useService();
const { check, checkOne } = useInputChecks(service);

const STEPS = '3:KSampler.steps';
const SAMPLER = '3:KSampler.sampler_name';
const SEED = '30:Seed (rgthree).seed';

const operations = () => service.emulator.requests().map(({ operation }) => operation);

describe('App: Check Inputs', () => {
	it('returns what would be sent, and only reads the app', async () => {
		const item = await checkOne(runForm({ [PROMPT]: 'a cat', [STEPS]: '12', [SAMPLER]: '' }));

		expect(item).toEqual({
			app_id: PICTURE_APP,
			app_name: 'Picture from Text',
			valid: true,
			input_values: { [PROMPT]: 'a cat', [STEPS]: 12 },
			files: [],
			invalid_inputs: [],
		});
		expect(operations()).toEqual(['detail']);
	});

	it('lists all values that are invalid, with those that are not', async () => {
		const item = await checkOne(
			runForm(
				{ [PROMPT]: 'a cat', [STEPS]: 500, [SAMPLER]: 'best', '9:Other.text': 'x', [SEED]: 7 },
				overrides({ key: 'Width', value: 'wide' }),
			),
		);

		expect(item).toMatchObject({ valid: false, input_values: { [PROMPT]: 'a cat', [SEED]: 7 } });
		expect(item.invalid_inputs).toEqual([
			invalid(STEPS, 'must be a number from 1 to 50, but is 500', 'Steps'),
			invalid(SAMPLER, "must be one of the app's choices", 'Sampler'),
			invalid('9:Other.text', 'has no input "9:Other.text"'),
			invalid('28:EmptyLatentImage.width', 'must be a number, but is "wide"', 'Width'),
		]);
		expect(operations()).toEqual(['detail']);
	});

	it('lists expressions and overrides without a value, beside other reasons', async () => {
		const item = await checkOne(
			runForm(
				{ [PROMPT]: '={{ $json.typo }}', [SEED]: '={{ $json.typo }}', [STEPS]: 500 },
				overrides({ key: 'Width' }, { key: 'Height', value: 100 }),
			),
		);

		expect(item.invalid_inputs).toEqual([
			invalid('Width', "'Override Inputs' has no value for 'Width'"),
			invalid(PROMPT, 'returned no value', 'Prompt'),
			invalid(SEED, 'returned no value', 'Seed'),
			invalid(STEPS, 'but is 500', 'Steps'),
		]);
		expect(item.input_values).toEqual({ '28:EmptyLatentImage.height': 100 });
	});

	it('lists JSON that is no object, beside an invalid override', async () => {
		const more = { specifyInputs: 'json', inputsJson: '[1]' };
		const item = await checkOne(
			runForm({}, { ...more, ...overrides({ key: 'Steps', value: 500 }) }),
		);

		expect(item).toMatchObject({ valid: false, input_values: {} });
		expect(item.invalid_inputs).toEqual([
			{ message: expect.stringContaining("isn't a JSON object"), description: expect.any(String) },
			invalid(STEPS, 'but is 500', 'Steps'),
		]);
	});

	it('says that an app has no inputs', async () => {
		const item = await checkOne(runForm({}, {}, 57003));

		expect(item).toMatchObject({ valid: false, input_values: {} });
		expect(item.invalid_inputs).toEqual([
			{
				message: expect.stringContaining('This app has no inputs'),
				description: expect.any(String),
			},
		]);
	});

	it("shows App: Run's hints about a stale form and emptied texts", async () => {
		const stale = { inputs: { value: {}, schema: [{ id: 'gone', displayName: 'Gone' }] } };
		const ofForm = await check(runForm({}, stale as never));
		const emptied = { specifyInputs: 'json', inputsJson: `{"${PROMPT}": ""}` };
		const ofJson = await check(runForm({}, emptied));

		expect(ofForm.hints).toContainEqual(expect.stringContaining('have changed since'));
		expect(ofJson.hints).toContainEqual(expect.stringContaining(`(${PROMPT}) is empty in 1 item`));
	});

	it('says above its output how many items are invalid, and names the inputs', async () => {
		const parameters = runForm({
			[STEPS]: '={{ $json.steps }}',
			[SAMPLER]: '={{ $json.sampler }}',
		});
		const rows = [{ steps: 500 }, { steps: 0, sampler: 'best' }, { steps: 5 }];
		const good = { sampler: 'euler' };

		const some = await check(
			parameters,
			rows.map((row) => ({ json: { ...good, ...row } })),
		);
		const none = await check(parameters, [{ json: { ...good, steps: 5 } }]);

		expect(some.hints).toEqual([
			'2 of 3 items have invalid inputs: Steps, Sampler. App: Run would reject them.',
		]);
		expect(Object.keys(some.items[0] ?? {}).slice(0, 2)).toEqual(['valid', 'invalid_inputs']);
		expect(none.hints).toEqual(['The inputs of 1 item are valid. Nothing was created.']);
	});

	it('keeps the order of items, and an app that is not found fails its item', async () => {
		const byRow = runForm({ [PROMPT]: 'a cat', [STEPS]: '={{ $json.steps }}' });
		const appId = { __rl: true, mode: 'id', value: '={{ $json.app }}' };
		const rows = [
			{ app: PICTURE_APP, steps: 500 },
			{ app: 99999999, steps: 5 },
			{ app: PICTURE_APP, steps: 5 },
		];
		const settings = { onError: 'continueRegularOutput' } as const;

		const { items } = await check(
			{ ...byRow, appId },
			rows.map((json) => ({ json })),
			{ settings },
		);

		expect(items).toMatchObject([
			{ valid: false },
			{ details: { kind: 'app_not_found', app_id: 99999999 } },
			{ valid: true },
		]);
	});

	it('works as a tool of an AI agent', async () => {
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
		const { items } = await check(runForm({ [STEPS]: 500 }), undefined, { settings });

		expect(items).toMatchObject([{ valid: false, invalid_inputs: [{ input: STEPS }] }]);
	});
});
