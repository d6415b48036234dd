import { bytesOf } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { runModel, useService } from '../service.mts';

const service = useService();

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

	it('returns one item per file if asked to, with the fields of the input item', async () => {
		const options = { oneItemPerFile: true, includeInputFields: true, fileName: 'kite' };

		const ended = await service.run({
			parameters: paint({ options }, { num_images: 2 }),
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
				options: { oneItemPerFile: true },
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
			cost_times: { inference_duration: 1500 },
		});
		expect(item?.binary?.data?.mimeType).toBe('image/png');
	});

	it('returns no binary data if Download Files is off', async () => {
		const item = itemIn(await service.run({ parameters: paint({ downloadFiles: false }) }));

		expect(item).toMatchObject({ json: { url: expect.stringContaining('/outputs/') } });
		expect(item?.binary).toBeUndefined();
		expect(requests('download')).toEqual([]);
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
const paintWith = (options: Parameters = {}) => runModel({ ...downloading, options });

const tasks = () => service.emulator.modelTasks();

function getTask(requestId: unknown, options: Parameters = {}, more: Parameters = {}) {
	const operation = { resource: 'model', operation: 'getTask', requestId: String(requestId) };
	const parameters = { ...operation, simplify: true, ...downloading, options, ...more };
	return service.run({ parameters });
}

/** Its task has ended a moment ago. */
async function finishedTask() {
	await service.run({ parameters: runModel({ waitMode: 'none' }) });
	await service.time.sleep(3_500);
	return tasks()[0]?.requestId;
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
});

describe('a finished model task', () => {
	it('is returned by Model: Get Task even if it has no output', async () => {
		service.emulator.plan({ outputs: 'none' });
		await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(10_000);

		const { outputs, error } = await getTask(tasks()[0]?.requestId);

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: [] });
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

	it.each([
		['Model: Run', () => service.run({ parameters: runModel({ simplify: false }) })],
		['Model: Get Task', async () => getTask(await finishedTask(), {}, { simplify: false })],
	])('is returned with late outputs as the model sends them: %s', async (_, get) => {
		service.emulator.plan({ outputs: 'late', outputsLateMs: 2_000 });

		const { outputs } = await get();

		const images = [expect.stringContaining('/outputs/')];
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: { images } });
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
