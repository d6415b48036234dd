import { bytesOf } from './binaryStore.mts';
import { runModel, useService } from './service.mts';
import type { Parameters } from './instance.mts';

const service = useService();

const PROMPT = '={{ $json.prompt }}';
const continues = { onError: 'continueRegularOutput' as const };
const isPage = { type: 'html', status: 200 } as const;

function paint(more: Parameters = {}, parameters: Parameters = {}): Parameters {
	const modelParameters = { prompt: 'a red kite', ...parameters };
	return runModel({ modelParameters, downloadFiles: true, outputField: 'data', ...more });
}

type Ended = Awaited<ReturnType<typeof service.run>>;

const itemIn = ({ outputs }: Ended) => outputs[0]?.[0];
const namesIn = ({ outputs }: Ended) =>
	(outputs[0] ?? []).map(({ binary = {} }) =>
		Object.entries(binary).map(([field, { fileName }]) => `${field}: ${fileName}`),
	);
const requests = (operation: string) =>
	service.emulator.requests().filter((request) => request.operation === operation);

describe('Model: Run', () => {
	it('downloads the files of a run, and its item has their URLs', async () => {
		const ended = await service.run({ parameters: paint() });

		const id = service.emulator.modelTasks()[0]?.requestId;
		const file = { url: expect.stringContaining('/outputs/'), file_name: `${id}_1.png` };
		const item = itemIn(ended);
		expect(item?.json).toMatchObject({
			request_id: id,
			status: 'Success',
			url: file.url,
			outputs: [{ ...file, mime_type: 'image/png', ok: true }],
		});
		expect(item?.binary?.data).toMatchObject({ fileName: `${id}_1.png`, mimeType: 'image/png' });
		expect((await bytesOf(item?.binary?.data)).subarray(1, 4).toString()).toBe('PNG');
	});

	it('names several files as the user says, and numbers their fields', async () => {
		const parameters = paint(
			{ outputField: 'kite', outputOptions: { fileName: 'My kite' } },
			{ num_images: 3 },
		);

		expect(namesIn(await service.run({ parameters }))).toEqual([
			['kite: My kite.png', 'kite_1: My kite_1.png', 'kite_2: My kite_2.png'],
		]);
	});

	it('returns one item per file if asked to, with the fields of the input item', async () => {
		const outputOptions = { oneItemPerFile: true, includeInputFields: true, fileName: 'kite' };

		const ended = await service.run({
			parameters: paint({ outputOptions }, { num_images: 2 }),
			items: [{ json: { sku: 'K-1' } }],
		});

		expect(namesIn(ended)).toEqual([['data: kite.png'], ['data: kite_1.png']]);
		const items = ended.outputs[0] ?? [];
		expect(items.map(({ json }) => json)).toMatchObject(
			items.map(({ json }) => ({ sku: 'K-1', url: json.url, file: { url: json.url } })),
		);
	});

	it('returns texts as texts, and requests no URL in them', async () => {
		const url = `${service.emulator.storageUrl}/samples/portrait.png`;

		const ended = await service.run({
			parameters: paint({
				modelPath: 'sample-writer/text-to-text',
				modelParameters: { user_prompt: url },
				outputOptions: { oneItemPerFile: true },
			}),
		});

		expect(itemIn(ended)?.json.outputs).toEqual([{ text: url, ok: true }]);
		expect(itemIn(ended)?.json).not.toHaveProperty('url');
		expect(itemIn(ended)?.binary).toBeUndefined();
		expect(requests('download')).toEqual([]);
	});

	it('returns the response as sent if Simplify is off, with the files', async () => {
		const item = itemIn(await service.run({ parameters: paint({ simplify: false }) }));

		expect(item?.json).toMatchObject({
			outputs: { images: [expect.stringContaining('/outputs/')] },
			cost_times: { inference_duration: 2000 },
		});
		expect(item?.binary?.data?.mimeType).toBe('image/png');
	});

	it('returns no binary data if Download Files is off', async () => {
		const item = itemIn(await service.run({ parameters: paint({ downloadFiles: false }) }));

		expect(item).toMatchObject({ json: { url: expect.stringContaining('/outputs/') } });
		expect(item?.binary).toBeUndefined();
		expect(requests('download')).toEqual([]);
	});

	it('sends the API key to the service only, not to the host of the file', async () => {
		await service.run({ parameters: paint() });

		const sent = (operation: string) => requests(operation).map(({ headers }) => headers);
		expect(sent('model')).toMatchObject([{ authorization: `Bearer ${service.emulator.apiKey}` }]);
		expect(sent('download')).toHaveLength(1);
		expect(JSON.stringify(sent('download'))).not.toContain(service.emulator.apiKey);
	});

	it('waits for outputs that are late', async () => {
		service.emulator.plan({ outputs: 'late', outputsLateMs: 2_500 });

		expect(namesIn(await service.run({ parameters: paint() }))).toEqual([
			[expect.stringMatching(/^data: .*_1\.png$/)],
		]);
	});

	it('returns the files of many items in input order, with those of the slow ones', async () => {
		[9_000, 1_000, 5_000].forEach((runningMs) =>
			service.emulator.plan({ runningMs }, { times: 1 }),
		);

		const ended = await service.run({
			parameters: paint({ outputOptions: { fileName: PROMPT } }, { prompt: PROMPT }),
			items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
		});

		expect(namesIn(ended)).toEqual([['data: a.png'], ['data: b.png'], ['data: c.png']]);
	});

	it('fails only the item whose file is not downloaded, with its request ID', async () => {
		service.emulator.addFault({ on: 'download', effect: isPage });

		const { outputs } = await service.run({
			parameters: paint({ options: { maxAtATime: 1 } }),
			items: [{ json: {} }, { json: {} }],
			settings: continues,
		});

		const [failed, good] = outputs[0] ?? [];
		const { requestId } = service.emulator.modelTasks()[0] ?? {};
		expect(Object.keys(failed?.json ?? {})).toEqual(['error', 'details']);
		expect(failed?.json.details).toMatchObject({ kind: 'download', request_id: requestId });
		expect(good?.binary?.data?.mimeType).toBe('image/png');
	});
});
