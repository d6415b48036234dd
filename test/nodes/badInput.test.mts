import { PICTURE_APP, PROMPT, runForm, useService } from './service.mts';

const service = useService();

const byId = (value: string) => ({ appId: { __rl: true, mode: 'id', value } });
const json = (inputsJson: string) => ({ specifyInputs: 'json', inputsJson });

describe('invalid input is rejected before anything is created', () => {
	it.each([
		[
			'an app ID that is text',
			{},
			byId('my app'),
			'"my app" isn\'t an app ID',
			"paste the URL of the app's page",
		],
		[
			'no app ID',
			{},
			byId('={{ "" }}'),
			'The app ID is missing',
			"paste the URL of the app's page",
		],
		[
			'an app that does not exist',
			{},
			byId('99999999'),
			'App 99999999 was not found',
			'Check the app ID',
		],
		['JSON that is no object', {}, json('[1]'), "isn't a JSON object", 'Enter an object'],
		['JSON that is none', {}, json('{"a": '), "isn't a JSON object", 'Enter an object'],
		[
			'an unknown key',
			{ '9:Nothing.here': 1 },
			{},
			'has no input "9:Nothing.here"',
			'Refresh Input List',
		],
		[
			'a number out of range',
			{ '3:KSampler.steps': 51 },
			{},
			'from 1 to 50, but is 51',
			'Correct the value',
		],
		[
			'text for a number',
			{ '3:KSampler.steps': 'many' },
			{},
			'must be a number, but is "many"',
			'Correct',
		],
		[
			'a choice not offered',
			{ '3:KSampler.sampler_name': 'best' },
			{},
			'must be one of the app\'s choices, but is "best"',
			'Choose one of: euler, ',
		],
		['an app without inputs', {}, byId('57003'), 'has no inputs', 'Choose another app'],
	])('%s', async (_, values, more, message, description) => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat', ...values }, more),
			items: [{ json: {} }],
		});

		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(error?.context?.itemIndex).toBe(0);
		expect(service.creates()).toBe(0);
	});

	it('for an unknown key the message lists the keys of the app', async () => {
		const { error } = await service.run({ parameters: runForm({ wrong: 1 }) });

		expect(error?.description).toContain(`${PROMPT} (Prompt)`);
		expect(error?.description).toContain('30:Seed (rgthree).seed');
	});

	it('for an unknown key in JSON the message names no form', async () => {
		const { error } = await service.run({ parameters: runForm({}, json('{"wrong": 1}')) });
		expect(error?.description).toContain("Check the input IDs and labels in 'App Inputs (JSON)'");
		expect(error?.description).not.toContain('Refresh Input List');
		expect(error?.description).toContain('Upper and lower case matter.');
		expect(error?.description).toContain('Leave out a range, such as (1 to 50).');
	});

	it('the message names the failing item if an earlier one is valid', async () => {
		const { error } = await service.run({
			parameters: runForm(
				{ [PROMPT]: 'a cat', '3:KSampler.steps': '={{ $json.steps }}' },
				{ options: { maxAtATime: 1 } },
			),
			items: [{ json: { steps: 5 } }, { json: { steps: 500 } }],
		});

		expect(error?.context?.itemIndex).toBe(1);
		expect(service.creates()).toBe(0);
	});
});

describe('a credential that cannot be used', () => {
	it('wrong key', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, apiKey: 'sk-wrong' },
		});

		expect(error?.message).toContain("didn't accept the API key");
		expect(error?.description).toContain('AI App API credential');
		expect(service.emulator.tasks()).toHaveLength(0);
	});

	it('unreachable URL', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, baseUrl: 'http://127.0.0.1:1', metadataUrl: '' },
		});

		expect(error?.message).toContain("couldn't be reached (connection refused)");
		expect(error?.description).toContain('Base URL');
	});

	it('an invalid URL', async () => {
		const { error } = await service.run({
			parameters: runForm({ [PROMPT]: 'a cat' }),
			credential: { ...service.credential, baseUrl: 'api.example.com' },
		});

		expect(error?.message).toContain("'Base URL' in the credential isn't a valid URL");
		expect(service.creates()).toBe(0);
	});
});

it("the app's defaults apply if the form is empty", async () => {
	await service.run({
		parameters: runForm({ [PROMPT]: '', '3:KSampler.steps': null, '3:KSampler.scheduler': '' }),
	});

	const [task] = service.emulator.tasks();
	expect(task).toMatchObject({ appId: PICTURE_APP, inputValues: { [PROMPT]: '' } });
	expect(Object.keys(task?.inputValues ?? {})).toEqual([PROMPT]);
});

it('at least one input is sent', async () => {
	await service.run({ parameters: runForm({}) });

	const create = service.emulator.requests().find(({ operation }) => operation === 'create');
	const sent = (create?.body as { input_values: object }).input_values;
	expect(Object.keys(sent)).toEqual([PROMPT]);
});
