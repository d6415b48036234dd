import { bytesOf } from './binaryStore.mts';
import type { Parameters } from './instance.mts';
import { onTask, runForm, useService } from './service.mts';

const service = useService();

const PORTRAIT_APP = 54716;
const BATCH_SIZE = '21:EmptyLatentImage.batch_size';

function portraits(count: number, fileName: string, more: Parameters = {}): Parameters {
	const outputOptions = { fileName, ...(more.outputOptions as object) };
	const files = { downloadFiles: true, outputField: 'data', ...more, outputOptions };
	return runForm({ [BATCH_SIZE]: count }, files, PORTRAIT_APP);
}

async function filesOf(parameters: Parameters, ...items: object[]) {
	const { outputs, error } = await service.run({
		parameters,
		...(items.length > 0 && { items: items.map((json) => ({ json: { ...json } })) }),
	});
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).flatMap(({ binary }) => Object.values(binary ?? {}));
}

async function namesOf(parameters: Parameters, ...items: object[]) {
	return (await filesOf(parameters, ...items)).map(({ fileName }) => fileName);
}

describe('File Name', () => {
	it('names the files of each item, numbered like their fields', async () => {
		const names = await namesOf(portraits(3, '={{ $json.sku }}'), { sku: 'A-1' }, { sku: 4711 });

		expect(names).toEqual([
			...['A-1.png', 'A-1_1.png', 'A-1_2.png'],
			...['4711.png', '4711_1.png', '4711_2.png'],
		]);
	});

	it('keeps the numbers with Return One Item per File', async () => {
		const parameters = portraits(3, 'shoe', { outputOptions: { oneItemPerFile: true } });

		expect(await namesOf(parameters)).toEqual(['shoe.png', 'shoe_1.png', 'shoe_2.png']);
	});

	it('leaves no gap for an unusable output', async () => {
		service.emulator.plan({ outputs: 'partial' });

		expect(await namesOf(portraits(2, 'shoe'))).toEqual(['shoe.png']);
	});

	it('changes nothing but the name', async () => {
		const [given] = await filesOf(portraits(1, '../../a/b'));
		const [own] = await filesOf(portraits(1, ''));

		expect(given).toMatchObject({ fileName: '__.._a_b.png', fileExtension: 'png' });
		expect(given).toMatchObject({ mimeType: 'image/png', fileType: 'image' });
		expect(given?.directory).toBeUndefined();
		expect(Object.keys(given ?? {})).toEqual(Object.keys(own ?? {}));
		expect((await bytesOf(given)).length).toBeGreaterThan(1_000);
	});

	it('leaves file_name in the outputs as it is', async () => {
		const { outputs } = await service.run({ parameters: portraits(1, 'shoe') });

		const { request_id: id, outputs: files } = outputs[0]?.[0]?.json ?? {};
		expect(files).toMatchObject([{ file_name: `${String(id)}_1.png` }]);
	});

	it.each(['', '   ', '={{ $json.missing }}', '={{ null }}', '={{ {} }}', '={{ [] }}', '///'])(
		'%j keeps the name of the service',
		async (fileName) => {
			const [name] = await namesOf(portraits(1, fileName), {});

			expect(name).toBe(`${String(service.emulator.tasks()[0]?.requestId)}_1.png`);
		},
	);

	it.each(['getOutputs', 'wait'])('works with Task: %s', async (operation) => {
		await service.run({ parameters: runForm({}, { waitMode: 'none' }, PORTRAIT_APP) });
		await service.time.sleep(60_000);
		const requestId = String(service.emulator.tasks()[0]?.requestId);
		const outputOptions = { fileName: '={{ $json.sku }}' };

		const [name] = await namesOf(
			onTask(operation, requestId, { downloadFiles: true, outputField: 'data', outputOptions }),
			{ sku: '红鞋' },
		);

		expect(name).toBe('红鞋.png');
	});

	it('works with Keep Connection Open', async () => {
		expect(await namesOf(portraits(1, 'shoe', { waitMode: 'keepOpen' }))).toEqual(['shoe.png']);
	});
});

it('File Name ends in the number of the variation, before that of the file', async () => {
	const options = { variations: 2 };

	expect(await namesOf(portraits(2, 'order-17.png', { options }))).toEqual([
		...['order-17-1.png', 'order-17-1_1.png'],
		...['order-17-2.png', 'order-17-2_1.png'],
	]);
});
