import type { Parameters } from '../instance.mts';
import { parameters as allParameters } from '../descriptors.mts';
import { checkOf } from '../inputChecks.mts';
import { FREE } from '../moneySentences.mts';
import { paused } from '../pause/pausedRuns.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const SEED = '30:Seed (rgthree).seed';
const TYPO = '={{ $json.typo }}';
const sent = () => service.emulator.tasks().map(({ inputValues }) => inputValues);
const override = (value?: unknown): Parameters =>
	({
		overrideInputs: { values: [{ key: PROMPT, ...(value !== undefined && { value }) }] },
	}) as never;
const json = (inputsJson: string): Parameters => ({ specifyInputs: 'json', inputsJson });

describe('an expression that returns nothing is rejected before anything is created', () => {
	it.each<[string, Parameters, string]>([
		['in the form', runForm({ [PROMPT]: TYPO }), PROMPT],
		['as a number', runForm({ [PROMPT]: 'a cat', [SEED]: TYPO }), SEED],
		['as an override', runForm({ [PROMPT]: 'form' }, override(TYPO)), PROMPT],
		['in JSON', runForm({}, json(`={{ ({ "${PROMPT}": $json.typo }) }}`)), PROMPT],
	])('it is rejected %s', async (_, parameters, key) => {
		const { error } = await service.run({ parameters });

		expect(error?.message).toContain(`'${key}'`);
		expect(error?.message).not.toContain('[item');
		expect(error?.context?.itemIndex).toBe(0);
		expect(error?.description).toContain("app's default");
		expect(service.emulator.requests()).toEqual([]);
	});

	it('other items run', async () => {
		const { outputs } = await service.run({
			parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
			items: [{ json: { prompt: 'a cat' } }, { json: { promt: 'a dog' } }],
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]).toMatchObject([
			{ json: { status: 'Success' } },
			{ json: { error: expect.stringContaining('returned no value'), details: { kind: 'input' } } },
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

	expect(error?.message).toBe(`'Override Inputs' has no value for '${PROMPT}'`);
	expect(error?.description).toBe(`Enter a value, or remove the row. ${FREE}`);
	expect(service.emulator.requests()).toEqual([]);
});

it.each<[string, string, Parameters, object]>([
	['null in the form', "the app's default", runForm({ [PROMPT]: null, [SEED]: 7 }), { [SEED]: 7 }],
	['null', "the app's default", runForm({ [PROMPT]: '={{ null }}', [SEED]: 7 }), { [SEED]: 7 }],
	['a space', 'an empty text', runForm({ [PROMPT]: ' ' }), { [PROMPT]: ' ' }],
])('%s means %s', async (_, _meaning, parameters, values) => {
	const { error } = await service.run({ parameters });

	expect(error).toBeUndefined();
	expect(sent()).toEqual([values]);
});

it.each<[string, Parameters]>([
	['emptied in the form', runForm({ [PROMPT]: '', [SEED]: 7 })],
	['empty by an expression', runForm({ [PROMPT]: '={{ $json.prompt ?? "" }}' })],
	['empty in JSON', runForm({}, json(`={{ ({ "${PROMPT}": "" }) }}`))],
	['empty in an override', runForm({ [PROMPT]: 'a' }, override('={{ "" }}'))],
])('a text is rejected before it is charged if it is %s, and the app has one', async (_, form) => {
	const { error } = await service.run({ parameters: form });

	expect(error?.message).toBe("'Prompt' is empty");
	expect(error?.description).toContain('To send it empty, enter a space.');
	expect(service.creates()).toBe(0);
});

describe.each(['json', 'fields'])('an input that is left empty, with %s', (mode) => {
	const NEGATIVE = '7:CLIPTextEncode.text';
	const PICTURE = '18:LoadImage.image';
	const GRAY_POINT = '27:LayerColor: Levels.gray_point';
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

	it('is reported once with the number of items: null in place of the only text', async () => {
		const { hints } = await service.run({
			parameters: given({ [PROMPT]: '$json.prompt ?? null', [SEED]: '$json.seed ?? null' }),
			items: rows,
		});

		expect(hints).toContain("The app's own content is used for 'Prompt' in 2 items.");
	});

	it('is reported if it is null in place of a file that the app has a default for', async () => {
		const { hints } = await service.run({
			parameters: given({ [PICTURE]: 'null', [GRAY_POINT]: '20' }, 56258),
		});

		expect(hints).toEqual(["The app's own content is used for 'Picture' in 1 item."]);
	});

	it.each(["''", 'null'])("isn't reported if the default is empty as well: %s", async (empty) => {
		const { hints } = await service.run({
			parameters: given({ [NEGATIVE]: `$json.typo ?? ${empty}`, [PROMPT]: "'a cat'" }),
		});

		expect(hints).toEqual([]);
	});

	it("isn't reported if another text is set, or an override takes its place", async () => {
		const other = await service.run({
			parameters: given({ [PROMPT]: 'null', [NEGATIVE]: "'fog'" }),
			items: rows,
		});
		const replaced = await service.run({
			parameters: { ...given({ [PROMPT]: 'null', [SEED]: '7' }), ...override('a dog') },
			items: rows,
		});

		expect(other.hints.join()).not.toContain('own content');
		expect(replaced.hints.join()).not.toContain('own content');
	});

	it('is reported for the file inputs that no file is known of, unless one has a file', async () => {
		const items = [{ json: {} }, { json: {} }];
		const some = await service.run({
			parameters: given({ '8:KSampler.seed': '64' }, 57004),
			items,
		});
		const sound = given({ '2:Sound.audio': "'https://a.example/b.mp3'" }, 57004);
		const { hints } = await service.run({ parameters: sound, items });

		expect(some.hints.join()).toMatch(
			/own content is used for 'Picture', 'Sound', .* in 2 items\./,
		);
		expect(some.hints.join()).not.toContain('Picture by Default');
		expect(hints.join()).not.toContain('own content');
	});
});

const TIME = 'Max Wait Time (Minutes)';
const FROM_0_1 = 'a number from 0.1 to 525600';
const FROM_1 = 'a whole number from 1 to 100';
const FROM_1_UP = 'a whole number of at least 1';
const cat = (options: Parameters = {}, more = {}) =>
	runForm({ [PROMPT]: 'a cat' }, { options, ...more });

/** All that the service was asked for, but for the records of apps. */
const asked = () =>
	service.emulator
		.requests()
		.map(({ operation }) => operation)
		.filter((operation) => operation !== 'detail');

it.each([
	['nothing', '={{ $json.typo }}', 'nothing'],
	['null', '={{ null }}', 'nothing'],
	['an empty text', '={{ "" }}', '""'],
	['a text', '={{ "soon" }}', '"soon"'],
	['the word none', '={{ "none" }}', '"none"'],
	['NaN', '={{ Number("soon") }}', 'NaN'],
	['an infinite number', '={{ 1 / 0 }}', 'Infinity'],
	['a negative number', '={{ -1 }}', '-1'],
	['a number in hexadecimal', '={{ "0x10" }}', '"0x10"'],
])('%s from an expression in place of a number is rejected', async (_, value, shown) => {
	const { error } = await service.run({ parameters: cat({ maxWaitMinutes: value }) });

	expect(error?.message).toBe(`'${TIME}' must be ${FROM_0_1}, but is ${shown}`);
	expect(error?.description).toMatch(/or remove the option( to use its default, .+)?\./);
	expect(error?.description).toContain(FREE);
	expect(asked()).toEqual([]);
});

it.each([
	['an open connection', TIME, FROM_0_1, cat({ maxWaitMinutes: TYPO }, { waitMode: 'keepOpen' })],
	['a pause', TIME, 'a number from 2 to 525600', paused({ maxWaitMinutes: TYPO })],
	['Model: Run', TIME, FROM_0_1, runModel({ options: { maxWaitMinutes: TYPO } })],
	['Task: Wait', TIME, FROM_0_1, onTask('wait', 'a', { options: { maxWaitMinutes: TYPO } })],
	[
		'App: Run',
		'Max Queue Time (Minutes)',
		'a number of at least 0.1',
		cat({ maxQueueMinutes: TYPO }),
	],
	['App: Run', 'Max Tasks per Execution', FROM_1_UP, cat({ maxTasks: TYPO })],
	['Model: Run', 'Max Tasks per Execution', FROM_1_UP, runModel({ options: { maxTasks: TYPO } })],
	['App: Run', 'Max Run Time (Minutes)', 'a number of at least 0.1', cat({ maxRunMinutes: TYPO })],
	[
		'a download',
		'Max File Size (MB)',
		'a number of at least 0.01',
		cat({ maxFileSizeMb: TYPO }, { downloadFiles: true }),
	],
	['App: Run', 'Max Tasks at a Time', FROM_1, cat({ maxAtATime: TYPO })],
	['Model: Run', 'Max Tasks at a Time', FROM_1, runModel({ options: { maxAtATime: TYPO } })],
	[
		'Task: Get Outputs',
		'Max Items at a Time',
		FROM_1,
		onTask('getOutputs', 'a', { options: { maxAtATime: TYPO } }),
	],
])(
	'a number without a value is rejected before %s asks for anything, as %s',
	async (_of, name, range, parameters) => {
		const { error } = await service.run({ parameters });

		expect(error?.message).toBe(`'${name}' must be ${range}, but is nothing`);
		// Operations that are free don't speak of money.
		const isFree = parameters.resource === 'task';
		expect(error?.description?.includes(FREE)).toBe(!isFree);
		expect(asked()).toEqual([]);
	},
);

it.each([
	['Max Tasks per Execution', { maxTasks: 1.5 }, 'of at least 1'],
	['Variations per Item', { variations: '={{ 1.5 }}' }, 'from 1 to 50'],
	['Max Tasks at a Time', { maxAtATime: 1.5 }, 'from 1 to 100'],
])('a fraction is rejected as %s before anything is created', async (name, options, range) => {
	const { error } = await service.run({ parameters: cat(options) });

	expect(error?.message).toBe(`'${name}' must be a whole number ${range}, but is 1.5`);
	expect(service.creates()).toBe(0);
});

it('a limit whose expression fails is the one that the message is about', async () => {
	const { error } = await service.run({
		parameters: cat({ maxRunMinutes: "={{ $('Nowhere').item.json.minutes }}" }),
	});

	expect(error?.message).toContain("Referenced node doesn't exist");
	expect(asked()).toEqual([]);
});

it('an item whose expression fails has all fields of a failed item', async () => {
	const { outputs } = await service.run({
		parameters: cat({ maxRunMinutes: "={{ $('Nowhere').item.json.minutes }}" }),
		settings: { onError: 'continueRegularOutput' },
	});

	expect(outputs[0]?.[0]?.json).toMatchObject({
		error: expect.stringContaining("Referenced node doesn't exist"),
		details: { kind: 'node', retryable: false, status: 'NotCreated' },
	});
});

it('numbers may be given as texts', async () => {
	service.emulator.plan({ runningMs: 600_000 });
	const options = { maxWaitMinutes: '={{ "0.2" }}', maxAtATime: '={{ "1" }}' };

	const { error } = await service.run({ parameters: cat(options) });

	expect(error?.message).toContain("didn't finish within 12 seconds");
});

const SWITCHES: ReadonlyArray<readonly [string, Parameters]> = [
	['Download Files', cat({}, { downloadFiles: TYPO })],
	['Download Files', onTask('getOutputs', 'r-1', { downloadFiles: TYPO })],
	['Download Files', runModel({ downloadFiles: TYPO })],
	['Include Input Fields', cat({}, { options: { includeInputFields: TYPO } })],
	['Interrupt Running Tasks', onTask('stop', 'r-1', { interruptRunning: TYPO })],
	['Return One Item per File', cat({}, { options: { oneItemPerFile: TYPO } })],
	['Simplify', cat({}, { simplify: TYPO })],
	['Simplify', paused({}, { simplify: TYPO })],
	['Simplify', { ...checkOf(cat()), operation: 'get', simplify: TYPO }],
	['Suppress Preview Output', cat({ suppressPreviewOutput: TYPO }, { waitMode: 'none' })],
];

it.each(SWITCHES)('%s is rejected without a value', async (name, parameters) => {
	const { error } = await service.run({ parameters });

	expect(error?.message).toBe(`'${name}' must be true or false, but is nothing`);
	expect(asked()).toEqual([]);
});

it('these are all switches of the node', () => {
	const ofNode = allParameters.filter(({ path }) => path.startsWith('aiApp > '));
	const names = ofNode.flatMap(({ property }) =>
		property.type === 'boolean' ? property.displayName : [],
	);

	expect(new Set(SWITCHES.map(([name]) => name))).toEqual(new Set(names));
});

it.each(['"true"', '"YES"', '1', '["On"]'])('%s turns a switch on', async (value) => {
	const parameters = cat({}, { options: { includeInputFields: `={{ ${value} }}` } });
	const { outputs } = await service.run({ parameters, items: [{ json: { order: 7 } }] });

	expect(outputs[0]?.[0]?.json).toMatchObject({ order: 7 });
});

it('another word is rejected with those that a switch takes', async () => {
	const { error } = await service.run({
		parameters: cat({}, { downloadFiles: '={{ "FALSCH" }}' }),
	});

	expect(error?.message).toBe(`'Download Files' must be true or false, but is "FALSCH"`);
	expect(error?.description).toContain('true, 1, yes, on, false, 0, no, off');
	expect(asked()).toEqual([]);
});

it('the text false turns a switch off', async () => {
	const off = '={{ "false" }}';
	const parameters = cat({}, { downloadFiles: off, simplify: off });

	const { outputs } = await service.run({ parameters });

	expect(outputs[0]?.[0]?.binary).toBeUndefined();
	expect(outputs[0]?.[0]?.json).toHaveProperty('created_at');
	expect(outputs[0]?.[0]?.json).not.toHaveProperty('url');
});
