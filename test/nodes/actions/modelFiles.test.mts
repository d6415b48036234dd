import { bytesOf } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { collections, runModel, useService } from '../service.mts';

const service = useService();

const PROMPT = '={{ $json.prompt }}';
const continues = { onError: 'continueRegularOutput' as const };
const isPage = { type: 'html', status: 200 } as const;

function paint(more: Parameters = {}, parameters: Parameters = {}): Parameters {
	const modelParameters = { prompt: 'a red kite', ...parameters };
	return runModel({ modelParameters, downloadFiles: true, ...more });
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
			{ outputOptions: { fileName: 'My kite', outputField: 'kite' } },
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

const downloading = { downloadFiles: true };
const paintWith = (options: Parameters = {}) =>
	runModel({ ...downloading, ...collections(options) });

const downloads = () =>
	service.emulator.requests().filter(({ operation }) => operation === 'download').length;
const tasks = () => service.emulator.modelTasks();

function getTask(requestId: unknown, options: Parameters = {}) {
	const operation = { resource: 'model', operation: 'getTask', requestId: String(requestId) };
	return service.run({ parameters: { ...operation, simplify: true, ...downloading, options } });
}

function answerStatus(data: object): void {
	const body = { code: 20000, data: { status: 'Success', ...data } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on: 'modelStatus', effect, times: Infinity });
}

describe('a model file that is not downloaded', () => {
	it('is reported with its task, and Model: Get Task returns it without another task', async () => {
		service.emulator.addFault({ on: 'download', effect: isPage });

		const { error } = await service.run({ parameters: paintWith() });

		const [task] = tasks();
		expect(error?.message).toMatch(/^Couldn't download .*: .*an HTML page/);
		expect(error?.message).toContain(task?.requestId);
		expect(error?.description).toContain('Get it with Model: Get Task.');
		expect(itemIn(await getTask(task?.requestId))?.binary?.data?.mimeType).toBe('image/png');
		expect(tasks()).toHaveLength(1);
	});

	it('is downloaded by a retry of the node, and nothing is paid again', async () => {
		service.emulator.addFault({ on: 'download', effect: isPage });

		const settings = { retryOnFail: true, maxTries: 2 };
		const ended = await service.run({ parameters: paintWith(), settings });

		expect(ended.error).toBeUndefined();
		expect(itemIn(ended)?.binary?.data?.mimeType).toBe('image/png');
		expect(tasks()).toHaveLength(1);
	});

	it('because it is over Max File Size is not requested twice', async () => {
		const effect = { type: 'bytes', count: 64 * 1024 ** 2, contentType: 'image/png' } as const;
		service.emulator.addFault({ on: 'download', effect, times: Infinity });

		const { error, outputs } = await service.run({ parameters: paintWith({ maxFileSizeMb: 1 }) });

		expect(error?.message).toContain('larger than the limit of 1 MB');
		expect(error?.description).toContain('Max File Size');
		expect(outputs[0]?.[0]?.binary).toBeUndefined();
		expect(downloads()).toBe(1);
	});

	it('is not requested from a private host, neither directly nor after a redirect', async () => {
		const to = 'http://169.254.169.254/latest/meta-data';
		service.emulator.addFault({ on: 'download', effect: { type: 'redirect', to } });
		const redirected = await service.run({ parameters: paintWith() });
		answerStatus({ outputs: { images: [to] } });
		const direct = await service.run({ parameters: paintWith() });

		expect(redirected.error?.message).toContain('private host (169.254.169.254)');
		expect(direct.error?.message).toContain('private host (169.254.169.254)');
		expect(downloads()).toBe(1);
	});

	it('because it has expired is reported as expired', async () => {
		const created = await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(20 * 24 * 3_600_000);
		service.emulator.addFault({ on: 'download', effect: { type: 'answer', status: 410 } });

		const { error } = await getTask(created.outputs[0]?.[0]?.json.request_id);

		expect(error?.message).toContain('the link is no longer valid');
		expect(error?.description).toContain('Run the model again');
	});
});

describe('a finished model task', () => {
	it('without any output is reported as such', async () => {
		service.emulator.plan({ outputs: 'none' });

		const { error } = await service.run({ parameters: paintWith() });

		expect(error?.message).toContain('The task finished without any output');
		expect(error?.description).toContain('Model: Get Task');
	});

	it('is returned by Model: Get Task even if it has no output', async () => {
		service.emulator.plan({ outputs: 'none' });
		await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(10_000);

		const { outputs, error } = await getTask(tasks()[0]?.requestId);

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: [] });
	});

	it('whose outputs were all rejected is reported with the reason', async () => {
		const rejected = { url: 'https://a.example/1.png', audit_status: 3, error_msg: 'Not allowed' };
		answerStatus({ outputs: { images: [rejected] } });

		const { error } = await service.run({ parameters: paintWith() });

		expect(error?.message).toMatch(/content check rejected the outputs .*: "Not allowed"/);
		expect(downloads()).toBe(0);
	});

	it('stays finished, whatever later answers say', async () => {
		service.emulator.plan({ outputs: 'late', outputsLateMs: 60_000 });
		const body = { code: 20000, data: { status: 'Running', outputs: { texts: ['late'] } } };
		const effect = { type: 'answer', status: 200, body } as const;
		await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(10_000);
		service.emulator.addFault({ on: 'modelStatus', skip: 1, effect });

		const { outputs } = await getTask(tasks()[0]?.requestId);

		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: [{ text: 'late' }] });
	});
});

describe('Max Tasks per Execution', () => {
	it('also limits Model: Run: further items fail without a task', async () => {
		const { outputs } = await service.run({
			parameters: paintWith({ maxTasks: 2, maxAtATime: 4 }),
			items: Array.from({ length: 4 }, () => ({ json: {} })),
			settings: { onError: 'continueRegularOutput' },
		});

		const failed = outputs[0]?.filter(({ json }) => 'error' in json) ?? [];
		expect(failed.map(({ json }) => json.details)).toMatchObject([
			{ kind: 'budget' },
			{ kind: 'budget' },
		]);
		expect(tasks()).toHaveLength(2);
	});
});
