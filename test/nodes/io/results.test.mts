import { PROFILES } from '../../../emulator/settings/quirks.mts';
import { bytesOf } from '../binaryStore.mts';
import { PICTURE_APP, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

it('returns the finished image as binary data', async () => {
	const { outputs, error } = await service.run({
		parameters: runForm(
			{
				[PROMPT]: 'a red cat',
				'28:EmptyLatentImage.width': 320,
				'28:EmptyLatentImage.height': 200,
			},
			{ downloadFiles: true },
		),
	});

	expect(error).toBeUndefined();
	const [item] = outputs[0] ?? [];
	const requestId = service.emulator.tasks()[0]?.requestId;
	expect(item?.json).toMatchObject({ request_id: requestId, app_id: 54663, status: 'Success' });
	expect(item?.binary?.data).toMatchObject({
		fileName: `${requestId}_1.png`,
		mimeType: 'image/png',
	});
	expect(pngSize(await bytesOf(item?.binary?.data))).toEqual([320, 200]);
});

/** Width and height from the header of a PNG. */
function pngSize(bytes: Buffer): number[] {
	expect(bytes.subarray(1, 4).toString()).toBe('PNG');
	return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const PORTRAIT_APP = 54716;
/** How many images the portrait app creates. */
const BATCH_SIZE = '21:EmptyLatentImage.batch_size';
const portraits = (count: number, more = {}) =>
	runForm({ [BATCH_SIZE]: count }, { downloadFiles: true, ...more }, PORTRAIT_APP);

describe('the output of a run', () => {
	it('is one item for each task, with all its files', async () => {
		const { outputs } = await service.run({ parameters: portraits(3) });

		const [item, ...others] = outputs[0] ?? [];
		expect(others).toEqual([]);
		expect(item?.json.outputs).toHaveLength(3);
		expect(Object.keys(item?.binary ?? {})).toEqual(['data', 'data_1', 'data_2']);
		expect(item?.pairedItem).toEqual({ item: 0 });
	});

	it('begins with what workflows use most: the status and the URL', async () => {
		const { outputs } = await service.run({ parameters: portraits(1) });

		const names = Object.keys(outputs[0]?.[0]?.json ?? {});
		expect(names.slice(0, 3)).toEqual(['status', 'url', 'request_id']);
	});

	it('is one item for each file when split', async () => {
		const { outputs } = await service.run({
			parameters: portraits(3, { outputOptions: { oneItemPerFile: true } }),
		});

		const items = outputs[0] ?? [];
		expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([
			['data'],
			['data'],
			['data'],
		]);
		const names = items.map(({ binary }) => binary?.data?.fileName);
		expect(new Set(names).size).toBe(3);
		expect(items.map(({ json }) => (json.file as { file_name: string }).file_name)).toEqual(names);
		const urls = items.map(({ json }) => (json.file as { url: string }).url);
		expect(items.map(({ json }) => json.url)).toEqual(urls);
		expect(new Set(urls).size).toBe(3);
	});

	it('marks unusable outputs of a partial success and leaves out their files', async () => {
		service.emulator.plan({ outputs: 'partial' });

		const { outputs } = await service.run({ parameters: portraits(2) });

		expect(outputs[0]?.[0]?.json.outputs).toMatchObject([{ ok: true }, { ok: false }]);
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
	});

	it.each([
		['has files that wait for the content check', { auditStatus: 1 }],
		['waits for outputs that are late', { outputs: 'late', outputsLateMs: 2_500 }],
	] as const)('%s', async (_, plan) => {
		service.emulator.plan(plan);

		const { outputs } = await service.run({ parameters: portraits(2) });

		expect(outputs[0]?.[0]?.json.outputs).toMatchObject([{ ok: true }, { ok: true }]);
	});

	it('names no file for an output that has none', async () => {
		service.emulator.plan({ outputs: 'partial' });

		const { outputs } = await service.run({ parameters: portraits(2) });

		const [usable, unusable] = outputs[0]?.[0]?.json.outputs as object[];
		expect(Object.keys(usable ?? {})).toEqual(['url', 'file_name', 'mime_type', 'ok']);
		expect(Object.keys(unusable ?? {})).toEqual(['url', 'ok', 'error']);
	});
});

it('items are processed at the same time and returned in input order', async () => {
	[9_000, 1_000, 5_000].forEach((runningMs) => service.emulator.plan({ runningMs }, { times: 1 }));
	const begun = service.time.now();

	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: '={{ $json.prompt }}' }),
		items: ['a', 'b', 'c'].map((prompt) => ({ json: { prompt } })),
	});

	const byPrompt = new Map(
		service.emulator.tasks().map((task) => [task.inputValues[PROMPT], task.requestId]),
	);
	expect(outputs[0]?.map(({ json }) => json.request_id)).toEqual(
		['a', 'b', 'c'].map((prompt) => byPrompt.get(prompt)),
	);
	expect(service.time.now() - begun).toBeLessThan(13_000);
});

it('Random for Each Item generates seeds and returns them', async () => {
	const { outputs } = await service.run({
		parameters: runForm({ '30:Seed (rgthree).seed': 7 }, { options: { seedMode: 'random' } }),
		items: [{ json: {} }, { json: {} }],
	});

	const sent = service.emulator
		.tasks()
		.map(({ inputValues }) => inputValues['30:Seed (rgthree).seed']);
	expect(new Set([7, ...sent]).size).toBe(3);
	const returned = outputs[0]?.map(({ json }) => Object.values(json.seeds ?? {})[0]);
	expect([...(returned ?? [])].sort()).toEqual([...sent].sort());
});

it('Return Immediately returns the request ID at once', async () => {
	const { outputs } = await service.run({ parameters: runForm({}, { waitMode: 'none' }) });

	const [task] = service.emulator.tasks();
	expect(outputs[0]?.[0]?.json).toEqual({
		request_id: task?.requestId,
		app_id: 54663,
		app_name: 'Picture from Text',
	});
	expect(service.emulator.requests().map(({ operation }) => operation)).toEqual([
		'detail',
		'create',
	]);
});

describe('a service with every field of the specification', () => {
	const complete = useService(PROFILES.none.quirks);

	it.each(['poll', 'keepOpen'])(
		'gives items with the complete records if Simplify is off (%s)',
		async (waitMode) => {
			const parameters = runForm({ [PROMPT]: 'a cat' }, { waitMode, simplify: false });
			const { outputs } = await complete.run({ parameters });

			const { emulator } = complete;
			const { requestId } = emulator.tasks()[0]!;
			const url = `${emulator.apiUrl}/v1/webapp/task/openapi/${requestId}`;
			const headers = { Authorization: `Bearer ${emulator.apiKey}` };
			const [status, results] = await Promise.all(
				[url, `${url}/outputs`].map(async (address) => {
					const answer = await fetch(address, { headers });
					return ((await answer.json()) as { data: object }).data;
				}),
			);
			expect(outputs[0]?.[0]?.json).toEqual({ app_id: PICTURE_APP, ...status, ...results });
		},
	);
});
