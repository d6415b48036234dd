import type { INodeExecutionData } from 'n8n-workflow';
import { FILES, png } from '../../sampleFiles.mts';
import { useBinaryMode } from '../binaryStore.mts';
import { retryOf } from '../engine.mts';
import { runModel, useService } from '../service.mts';
import { itemOf } from './handedIn.mts';

const service = useService();

const PAGE = '<!doctype html><title>Log in</title>';

async function run(parameters: object | string, item?: INodeExecutionData) {
	const isJson = typeof parameters === 'string';
	const modelParameters = isJson ? parameters : { prompt: 'x', ...parameters };
	const { error } = await service.run({
		parameters: runModel({ modelParameters: modelParameters as never }),
		items: [item ?? (await itemOf(await png(), 'photo.png', 'image/png'))],
	});
	const [task] = service.emulator.modelTasks();
	const count = (name: string) =>
		service.emulator.requests().filter(({ operation }) => operation === name).length;
	return { error, sent: task?.values, creates: count('model'), uploads: count('put') };
}

const URL_OF_FILE = expect.stringMatching(/^http.*\/inputs_temp\/.*\.png$/);

describe('a file of the item reaches a model as its URL', () => {
	it.each([
		['at the top', { image: { $binary: 'data' } }, { image: URL_OF_FILE }],
		['in a list', { images: [{ $binary: ' data ' }] }, { images: [URL_OF_FILE] }],
		[
			'deeper, and twice',
			{ a: [{ url: { $binary: 'data' } }], b: { $binary: 'data' } },
			{ a: [{ url: URL_OF_FILE }], b: URL_OF_FILE },
		],
		['as JSON', '{"prompt":"x","image":{"$binary":"data"}}', { image: URL_OF_FILE }],
		['as an expression returns it', { image: '={{ $binary.data }}' }, { image: URL_OF_FILE }],
	])('%s', async (_, parameters, sent) => {
		const ended = await run(parameters);

		expect(ended.error).toBeUndefined();
		expect(ended.sent).toMatchObject(sent);
		expect([ended.creates, ended.uploads]).toEqual([1, 1]);
	});
});

it('a text that names a field stays a text', async () => {
	expect((await run({ image: 'data' })).sent).toMatchObject({ image: 'data' });
});

describe('is rejected before it is uploaded or charged:', () => {
	it.each([
		['a field that the item lacks', { image: { $binary: 'photo' } }, 'no binary field "photo"'],
		['no name', { image: { $binary: 7 } }, "'image' must be"],
	])('%s', async (_, parameters, words) => {
		const { error, creates, uploads } = await run(parameters);

		expect(error?.message).toContain(words);
		expect([uploads, creates]).toEqual([0, 0]);
	});

	it.each([
		['a page with the name of a picture', PAGE, 'is a web page, not an image'],
		['an empty file', '', "The file for 'image' is empty"],
		['a PDF with the name of a picture', FILES.pdf, 'is a PDF document, not an image'],
	])('%s', async (_, content, words) => {
		const item = await itemOf(content, 'photo.png', 'image/png');

		const { error, creates, uploads } = await run({ image: { $binary: 'data' } }, item);

		expect(error?.message).toContain(words);
		expect([uploads, creates]).toEqual([0, 0]);
	});
});

it('a bad file behind one that is named twice is rejected before the model is paid for', async () => {
	const { json, binary } = await itemOf(await png(), 'photo.png', 'image/png');
	const page = await itemOf(PAGE, 'page.png', 'image/png');
	const item = { json, binary: { ...binary, page: page.binary?.data } } as INodeExecutionData;
	const images = ['data', 'data', 'page'].map(($binary) => ({ $binary }));

	const { error, creates } = await run({ images }, item);

	expect(error?.message).toContain("The file for 'images[2]' is a web page");
	expect(creates).toBe(0);
});

it('a file that only a retry names is checked before its task replaces one that has failed since', async () => {
	service.emulator.plan({ outcome: 'Failed', runningMs: 90_000 }, { times: 1 });
	const { json, binary } = await itemOf(await png(), 'photo.png', 'image/png');
	const page = await itemOf(PAGE, 'page.png', 'image/png');
	const items = [{ json, binary: { ...binary, page: page.binary?.data } } as INodeExecutionData];
	const isFirst = `$now.toMillis() < ${service.time.now() + 60_000}`;
	const modelParameters = { prompt: 'x', image: `={{ ${isFirst} ? $binary.data : $binary.page }}` };
	const parameters = runModel({ modelParameters, options: { maxWaitMinutes: 1 } });
	const first = await service.run({ parameters, items });
	await service.time.sleep(60_000);

	const again = { parameters, earlier: retryOf(first), executionId: '2' };
	const { error } = await service.run(again);

	expect(error?.message).toContain("The file for 'image' is a web page");
	expect(service.emulator.modelTasks()).toHaveLength(1);
});

/** As the expression `$('Webhook').item.binary.data` returns a file that Edit Fields has left out. */
it.each([
	['alone', '={{ $json.file }}', 'image'],
	['in a list', '={{ [$json.file] }}', 'image[0]'],
	['with the name of its field', '={{ ({ data: $json.file }) }}', 'image.data'],
])('a file of an earlier node %s is told by its name, and not sent', async (_, image, place) => {
	for (const mode of ['default', 'filesystem'] as const) {
		await useBinaryMode(mode);
		const { binary } = await itemOf(await png(), 'photo.png', 'image/png');

		const { error, creates } = await run({ image }, { json: { file: binary?.data as never } });

		expect(error?.message).toBe(`This item no longer has the file "photo.png" for '${place}'`);
		expect(error?.description).toContain('Merge');
		expect(creates).toBe(0);
	}
});

it.each([
	['as some models take them', { mimeType: 'image/png', data: 'iVBORw0KGgo=' }],
	['that a drive lists', { id: '1a2b', mimeType: 'image/png', name: 'photo.png' }],
])('a file %s is sent as it is', async (_, image) => {
	expect((await run({ image })).sent).toMatchObject({ image });
});

it('one bad file stops the node before the first model is paid for', async () => {
	const modelParameters = { prompt: 'x', image: { $binary: 'data' } };
	const items = await Promise.all(
		[await png(), PAGE].map((each) => itemOf(each, 'photo.png', 'image/png')),
	);

	const { error } = await service.run({ parameters: runModel({ modelParameters }), items });

	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(service.emulator.modelTasks()).toEqual([]);
});
