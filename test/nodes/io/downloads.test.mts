import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FaultEffect } from '../../../emulator/index.mts';
import { bytesInFolder, bytesOf, useBinaryMode } from '../binaryStore.mts';
import type { Parameters } from '../instance.mts';
import { onTask, PROMPT, runForm, useService } from '../service.mts';

const service = useService();

const PORTRAIT_APP = 54716;
const BATCH_SIZE = '21:EmptyLatentImage.batch_size';

function portraits(count: number, fileName: string, more: Parameters = {}): Parameters {
	const options = { fileName, ...(more.options as object) };
	const files = { downloadFiles: true, ...more, options };
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
		const parameters = portraits(3, 'shoe', { options: { oneItemPerFile: true } });

		expect(await namesOf(parameters)).toEqual(['shoe.png', 'shoe_1.png', 'shoe_2.png']);
	});

	it('leaves no gap for an unusable output', async () => {
		const url = `${service.emulator.storageUrl}/samples/portrait.png`;
		const data = { outputs: [{ error_type: 'AUDIT' }, { object_url: url }] };
		const effect = { type: 'answer', status: 200, body: { code: 20000, data } } as const;
		service.emulator.addFault({ on: 'outputs', effect });

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

	it('keeps the name of the service where a name has no letters, or is none', async () => {
		const given = ['', '   ', undefined, null, {}, [], '///'];
		const names = await namesOf(
			portraits(1, '={{ $json.name }}'),
			...given.map((name) => ({ name })),
		);

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		expect(names.toSorted()).toEqual(ids.map((id) => `${id}_1.png`).toSorted());
	});

	it.each(['getOutputs', 'wait'])('works with Task: %s', async (operation) => {
		await service.run({ parameters: runForm({}, { waitMode: 'none' }, PORTRAIT_APP) });
		await service.time.sleep(60_000);
		const requestId = String(service.emulator.tasks()[0]?.requestId);
		const options = { fileName: '={{ $json.sku }}' };

		const [name] = await namesOf(onTask(operation, requestId, { downloadFiles: true, options }), {
			sku: '红鞋',
		});

		expect(name).toBe('红鞋.png');
	});
});

it('File Name ends in the number of the variation, before that of the file', async () => {
	const options = { variations: 2 };

	expect(await namesOf(portraits(2, 'order-17.png', { options }))).toEqual([
		...['order-17-1.png', 'order-17-1_1.png'],
		...['order-17-2.png', 'order-17-2_1.png'],
	]);
});

it('Task: Get Outputs returns the file after the storage responds again', async () => {
	service.emulator.addFault({
		on: 'download',
		effect: { type: 'answer', status: 403 },
		times: 3,
	});
	const failed = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true }),
	});
	expect(failed.error?.description).toContain('Task: Get Outputs');

	const id = service.emulator.tasks()[0]?.requestId ?? '';
	const { outputs } = await service.run({
		parameters: onTask('getOutputs', id, { downloadFiles: true }),
	});

	expect(outputs[0]?.[0]?.binary).toHaveProperty('data');
	expect(service.creates()).toBe(1);
});

const MB = 1024 ** 2;
const cat = runForm({ [PROMPT]: 'a cat' }, { downloadFiles: true, options: { maxFileSizeMb: 1 } });

/** A file from a storage that keeps it gzipped and ignores Accept-Encoding. */
function packed(bytes: Buffer): FaultEffect {
	const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
	return { type: 'answer', status: 200, body: bytes, headers };
}

function downloads(): number {
	return service.emulator.requests().filter(({ operation }) => operation === 'download').length;
}

describe.each(['filesystem', 'default'] as const)('n8n keeps files in mode %s', (mode) => {
	beforeEach(() => useBinaryMode(mode));

	it.each([
		['comes without a length', { type: 'bytes', count: 8 * MB, contentType: 'image/png' }],
		['comes gzipped, a thousandth of its size', packed(gzipSync(Buffer.alloc(8 * MB)))],
	] as [string, FaultEffect][])(
		'the download of a file over Max File Size that %s stops, and no part is kept',
		async (_, effect) => {
			const before = await bytesInFolder();
			service.emulator.addFault({ on: 'download', effect, times: Infinity });

			const { error, outputs } = await service.run({ parameters: cat });

			expect(error?.message).toContain('larger than the limit of 1 MB');
			expect(error?.description).toContain('Max File Size');
			expect(outputs[0]?.[0]?.binary).toBeUndefined();
			expect((await bytesInFolder()) - before).toBe(0);
			expect(downloads()).toBe(1);
		},
	);

	it.each([
		['long', Buffer.from('<svg/>'.repeat(10_000))],
		['short: its gzipped form is longer', randomBytes(1_000)],
	])('a gzipped file is downloaded completely: %s', async (_, file) => {
		const effect = packed(gzipSync(file));
		service.emulator.addFault({ on: 'download', effect, times: Infinity });

		const { error, outputs } = await service.run({ parameters: cat });

		expect(error).toBeUndefined();
		expect((await bytesOf(outputs[0]?.[0]?.binary?.data)).equals(file)).toBe(true);
	});

	it.each([
		['as it is', false],
		['gzipped', true],
	])('half of a file that is sent %s is not returned', async (_, gzipped) => {
		const effect = { type: 'truncate', gzipped } as const;
		service.emulator.addFault({ on: 'download', effect, times: Infinity });

		const { error, outputs } = await service.run({ parameters: cat });

		expect(error?.message).toContain("Couldn't download");
		expect(outputs[0]?.[0]?.binary).toBeUndefined();
		expect(downloads()).toBe(3);
	});
});

it('a gzipped response that is too long is not read to its end', async () => {
	const body = gzipSync(JSON.stringify({ code: 20000, data: 'x'.repeat(8 * MB) }));
	const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
	const effect = { type: 'answer', status: 200, body, headers } as const;
	service.emulator.addFault({ on: 'wallet', effect, times: Infinity });

	const { error } = await service.run({
		parameters: { resource: 'account', operation: 'getBalance', options: {} },
	});

	expect(error?.message).toContain('more than 256 KB');
});

describe('the files of a task', () => {
	/** Gets the outputs of a task that has so many files, each of 10,000 bytes. */
	function getFiles(count: number, more: Parameters = {}) {
		const outputs = Array.from({ length: count }, (_, n) => ({
			object_url: `${service.emulator.storageUrl}/samples/${n}.png`,
		}));
		const body = { code: 20000, data: { request_id: 'r-1', status: 'Success', outputs } };
		const answers = { times: Infinity, effect: { type: 'answer', status: 200, body } } as const;
		service.emulator.addFault({ on: 'status', ...answers });
		service.emulator.addFault({ on: 'outputs', ...answers });
		const effect = { type: 'bytes', count: 10_000, contentType: 'image/png' } as const;
		service.emulator.addFault({ on: 'download', times: Infinity, effect });
		const parameters = onTask('getOutputs', 'r-1', { downloadFiles: true, ...more });
		return service.run({ parameters });
	}

	it('are all downloaded, however many there are, into one item if they are more than 200, whatever the option says', async () => {
		const { outputs, hints, error } = await getFiles(201, { options: { oneItemPerFile: true } });

		expect(error).toBeUndefined();
		expect(downloads()).toBe(201);
		expect(outputs[0]).toHaveLength(1);
		expect(outputs[0]?.[0]?.json['outputs']).toHaveLength(201);
		expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toHaveLength(201);
		expect(hints).toEqual([]);
	});

	it('are not stored any more after one of them has failed for good', async () => {
		const effect = { type: 'answer', status: 400, body: '' } as const;
		service.emulator.addFault({ on: 'download', times: 1, effect });

		const { error } = await getFiles(30);

		expect(error?.message).toContain('400');
		// Some may be complete by then, or on their way.
		expect(downloads()).toBeLessThan(10);
	});
});
