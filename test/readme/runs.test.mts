import { PROMPT, runForm, useService } from '../nodes/service.mts';
import { photo } from '../nodes/photo.mts';
import { BEARER, createTask, post, TOKEN, useTriggers } from '../nodes/trigger/triggerCalls.mts';
import { example, guides } from './readme.mts';

const service = useService();
const listen = useTriggers(service);

const LEVELS_APP = 56258;

const parsed = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>;

/** The keys in their order and the types of a value, at all depths. */
function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shapeOf);
	if (typeof value !== 'object' || value === null) return typeof value;
	return Object.entries(value).map(([key, each]) => [key, shapeOf(each)]);
}

it('a result looks like this', async () => {
	const { outputs } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });

	const item = outputs[0]?.[0]?.json;
	const shown = parsed(example('result'));
	expect(shapeOf(item)).toEqual(shapeOf(shown));
	const { app_id, status, duration_ms, billed_seconds } = shown;
	expect(item).toMatchObject({ app_id, status, duration_ms, billed_seconds });
});

it('JSON inputs name a file of the item like this', async () => {
	const { error } = await service.run({
		parameters: runForm(
			{},
			{ specifyInputs: 'json', inputsJson: example('fileInput') },
			LEVELS_APP,
		),
		items: [{ json: {}, binary: { data: await photo(service) } }],
	});

	expect(guides['inputs']).toContain(`the demo's app ${LEVELS_APP}`);
	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({
		'18:LoadImage.image': expect.stringContaining('/inputs_temp/'),
		'27:LayerColor: Levels.gray_point': 60,
	});
});

it('JSON inputs contain any text of another node like this', async () => {
	const prompt = 'He said "hi".\nThen he left.';
	const { error } = await service.run({
		parameters: runForm({}, { specifyInputs: 'json', inputsJson: `=${example('jsonText')}` }),
		items: [{ json: { prompt } }],
	});

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toEqual({ [PROMPT]: prompt });
});

it('a callback starts a workflow with an item like this', async () => {
	const host = await listen({}, { callbackToken: TOKEN });
	const requestId = await createTask(service);

	await post(host, { request_id: requestId }, { ...BEARER, 'x-service-task-order-number': 'A-17' });

	expect(shapeOf(host.started[0])).toEqual(shapeOf(parsed(example('callback'))));
	expect(host.started[0]).toMatchObject({ task_headers: { 'order-number': 'A-17' } });
});

it('a failed item looks like this', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }),
		settings: { onError: 'continueErrorOutput' },
	});

	const item = outputs[1]?.[0]?.json;
	const requestId = service.emulator.tasks()[0]?.requestId ?? '';
	const expected = example('failed').replaceAll('8307183e-…', requestId);
	expect(item).toEqual(JSON.parse(expected));
});
