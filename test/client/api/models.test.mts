import fc from 'fast-check';
import { modelPath } from '../../../client/api/models';
import { readOutputs, readTaskOutputs } from '../../../client/api/taskOutputs';
import { outputFileName } from '../../../client/parsing/fileNames';
import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

describe('models', () => {
	const service = useService();

	const PAINTER = 'sample-painter/text-to-image';

	const NO_SUCH_ROUTE: FaultEffect = { type: 'html', status: 404 };

	async function createTask(): Promise<string> {
		const id = await service.client.models.create(PAINTER, { prompt: 'a red kite' });
		await service.time.sleep(10_000);
		return id;
	}

	function statusRequests(): readonly string[] {
		return service.requests('modelStatus').map(({ path }) => path);
	}

	it('a task is created with the parameters as body, and no header chooses a mode', async () => {
		await createTask();

		const [create] = service.requests('model');
		expect(create).toMatchObject({ method: 'POST', body: { prompt: 'a red kite' } });
		const names = Object.keys(create?.headers ?? {});
		expect(names.filter((name) => name.startsWith('x-service-task'))).toEqual([]);
	});

	describe('the status of a task', () => {
		it('is read from the first of the two URLs', async () => {
			const id = await createTask();

			const { task, outputs } = await service.client.models.task(id);

			expect(task).toMatchObject({ status: 'Success', durationMs: 3000 });
			expect(outputs).toMatchObject([{ url: expect.stringContaining('/outputs/'), ok: true }]);
			expect(statusRequests()).toEqual([`/v1/modelzoo/tasks/openapi/${id}`]);
		});

		it("is read from the other one if the first doesn't exist", async () => {
			const id = await createTask();
			service.emulator.addFault({ on: 'modelStatus', effect: NO_SUCH_ROUTE });

			expect((await service.client.models.task(id)).task.status).toBe('Success');
			expect(statusRequests()).toEqual([
				`/v1/modelzoo/tasks/openapi/${id}`,
				`/v1/modelzoo/tasks/${id}`,
			]);
		});

		it("of an unknown task is reported as unknown if the other URL doesn't exist", async () => {
			service.emulator.addFault({ on: 'modelStatus', skip: 1, effect: NO_SUCH_ROUTE });

			const error = await errorOf(() => service.client.models.task('no-such-task'));

			expect(error.kind).toBe('task_not_found');
		});

		it.each([
			['HTTP 401', { status: 401 }, 'credential'],
			[
				'an invalid record',
				{ status: 200, body: { code: 20000, data: [] } },
				'unexpected_response',
			],
		])('is not read from the other URL after %s', async (_, answer, kind) => {
			service.emulator.addFault({ on: 'modelStatus', effect: { type: 'answer', ...answer } });

			const error = await errorOf(() => service.client.models.task('any-task'));

			expect(error.kind).toBe(kind);
			expect(statusRequests()).toHaveLength(1);
		});
	});

	describe('the path of a model', () => {
		it.each([
			['maker/model/text-to-image', 'maker/model/text-to-image'],
			['https://api.example.com/v1/modelzoo/tasks/openapi/maker/model', 'maker/model'],
			[' /maker/model/ ', 'maker/model'],
			['制作/模型', '%E5%88%B6%E4%BD%9C/%E6%A8%A1%E5%9E%8B'],
			['maker/model@v2+lora', 'maker/model%40v2%2Blora'],
		])('%j is sent as %j', async (given, path) => {
			await errorOf(() => service.client.models.create(modelPath(given), {}));

			expect(service.requests('model').map((sent) => sent.path)).toEqual([
				`/v1/modelzoo/tasks/openapi/${path}`,
			]);
		});

		it.each([
			...['', '/', 'a//b', '..', 'a/../b', 'a/./b', 'a?b', 'a#b', 'a\\b', 'a%2fb', 'a b', 'c:/x'],
			'https://a.example/v1/modelzoo/tasks/openapi/a/../../webapp',
			...['a\ud800', 'a/'.repeat(300)],
		])('%j is rejected', async (given) => {
			expect((await errorOf(() => modelPath(given))).kind).toBe('input');
		});
	});

	const A = 'https://a.example/1.PNG';

	const B = 'https://a.example/2';

	function read(outputs: unknown) {
		return readOutputs(outputs, 'r-1').map(({ url, text, ok }) => ({ url, text, ok }));
	}

	const file = (url: string) => ({ url, text: undefined, ok: true });

	const text = (words: string) => ({ url: undefined, text: words, ok: true });

	describe('the outputs of a model', () => {
		it.each([
			['lists of URLs and texts by kind', { images: [A], texts: ['a'] }, [file(A), text('a')]],
			['another kind of file', { meshes: [A, B] }, [file(A), file(B)]],
			['a URL that is a text', { texts: [A], text: B }, [text(A), text(B)]],
			['single values', { images: A, texts: 'a' }, [file(A), text('a')]],
			['a list of URLs', [A, B], [file(A), file(B)]],
			['records with a URL', { images: [{ url: A }, { object_url: B }] }, [file(A), file(B)]],
			[
				'records with a text',
				{ texts: [{ text: 'a' }], others: [{ text: 'b' }] },
				[text('a'), text('b')],
			],
			['a record in a list of texts', { texts: [{ url: A }] }, [text(`{"url":"${A}"}`)]],
			['other records', { scores: [{ cat: 0.9 }] }, [text('{"cat":0.9}')]],
			['other values', { scores: [0.5, true, [1]] }, [text('0.5'), text('true'), text('[1]')]],
			['words where a URL is expected', { images: ['x'] }, [text('x')]],
			['URLs of other schemes', { images: ['file:///etc/passwd'] }, [text('file:///etc/passwd')]],
			['nothing', { images: null, videos: [], texts: ['', null] }, []],
			['null', null, []],
		])('can be %s', (_, outputs, expected) => {
			expect(read(outputs)).toEqual(expected);
		});

		it.each([
			['an error', { error_type: 'EXECUTION_ERROR' }],
			['a content check', { url: A, audit_status: 3 }],
		])('are not usable after %s', (_, record) => {
			expect(readOutputs({ images: [record] }, 'r-1')).toMatchObject([{ ok: false }]);
		});

		it('are numbered in their order, with the extension of their URL', () => {
			const outputs = readOutputs({ texts: ['a'], images: [A, B] }, 'r-1');

			expect(outputs.slice(1)).toMatchObject([
				{ fileName: 'r-1_2.png', mimeType: 'image/png' },
				{ fileName: 'r-1_3', mimeType: 'application/octet-stream' },
			]);
		});
	});
});

describe('outputs of tasks', () => {
	const URL_OF_FILE = 'https://storage.example/outputs/a_00001_.PNG';

	const GOOD = {
		object_url: URL_OF_FILE,
		output_ext: '.png',
		cost_time: 10,
		error_type: 'NOT_ERROR',
	};

	function read(...outputs: unknown[]) {
		return readTaskOutputs({ outputs }, 'r-1');
	}

	describe('an output is usable', () => {
		it.each([
			['with NOT_ERROR and no audit_status', {}],
			['approved', { audit_status: 2 }],
			['with the audit pending', { audit_status: 1 }],
			['without error_type', { error_type: undefined }],
			['with an empty error_type', { error_type: '' }],
		])('it is usable %s', (_, more) => {
			expect(read({ ...GOOD, ...more })[0]).toMatchObject({ ok: true, rejected: false });
		});
	});

	describe('an output is not usable', () => {
		it.each([
			['rejected by the audit', { audit_status: 3 }, true],
			['rejected, as a string', { audit_status: '3' }, true],
			['after an audit that went wrong', { audit_status: 4 }, false],
			['with a code of its own', { error_type: 'EXECUTION_ERROR' }, false],
			[
				'rejected inside the app',
				{ error_type: 'COMFY_ERROR', error_msg: 'failed with http code: 422' },
				true,
			],
			['with a word that only looks similar', { error_type: 'X', error_msg: 'code: 4221' }, false],
			['without a URL', { object_url: undefined }, false],
			['with an invalid URL', { object_url: 'outputs/a.png' }, false],
			['with a URL of another scheme', { object_url: 'file:///etc/passwd' }, false],
		])('it is not usable: %s', (_, more, rejected) => {
			expect(read({ ...GOOD, ...more })[0]).toMatchObject({ ok: false, rejected });
		});
	});

	it.each([
		...['http code: 422', 'code: 422', 'blocked by content_filter', 'Sensitive content'],
		...['NSFW detected', 'policy violation', '审核未通过', '包含敏感内容', '内容违规'],
	])('the reason "%s" means that the content was rejected', (reason) => {
		expect(read({ ...GOOD, error_type: 'X', error_msg: reason })[0]).toMatchObject({
			rejected: true,
		});
		expect(read({ ...GOOD, error_msg: reason })[0]).toMatchObject({ ok: true, rejected: false });
	});

	it.each([
		['error_msg', { error_msg: 'why' }],
		['error_message', { error_message: 'why' }],
	])('the reason may stand in %s', (_, more) => {
		const [output] = read({ error_type: 'EXECUTION_ERROR', ...more });

		expect(output).toMatchObject({ message: 'why', errorType: 'EXECUTION_ERROR' });
	});

	it('a code has 2,000 characters of which people see all', () => {
		const error_type = `A\u{E0041}\n${'x'.repeat(50_000)}`;

		const [{ errorType = '' } = {}] = read({ error_type });

		expect(errorType).toMatch(/^A x+$/);
		expect(errorType.length).toBeLessThan(2_000);
	});

	describe('the extension', () => {
		it.each([
			['is given with its dot', { output_ext: '.png' }, '.png'],
			['is given without its dot', { output_ext: 'MP4' }, '.mp4'],
			['may be long', { output_ext: '.safetensors' }, '.safetensors'],
			['is from the URL if none is given', { output_ext: '' }, '.png'],
			['is from the URL if the given one is invalid', { output_ext: '../x' }, '.png'],
			[
				'is unknown when neither has one',
				{ output_ext: undefined, object_url: 'https://storage.example/outputs/a?b=.png' },
				'',
			],
		])('%s', (_, more, ext) => {
			expect(read({ ...GOOD, ...more })[0]?.fileName).toBe(`r-1_1${ext}`);
		});
	});

	it.each([
		['null', { outputs: null }],
		['absent', {}],
		['an empty record', { outputs: {} }],
		['a list of nothing', { outputs: [null, '', ' '] }],
		['no list', { outputs: 'a list' }],
	])('outputs that are %s are ignored', (_, record) => {
		expect(readTaskOutputs(record, 'r-1')).toEqual([]);
	});

	it.each([
		['a text', { text: 'a caption', output_ext: '.txt', error_type: 'NOT_ERROR' }, 'a caption'],
		['a record without the names of the specification', { cat: 0.9 }, '{"cat":0.9}'],
		['a word', 'a caption', 'a caption'],
		['a URL', URL_OF_FILE, undefined],
	])('an output that is %s is usable', (_, sent, text) => {
		const url = text === undefined ? URL_OF_FILE : undefined;
		const record = typeof sent === 'object' ? sent : text === undefined ? { url } : { text };

		expect(read(sent)[0]).toMatchObject({ ok: true, record });
		expect(read(sent)[0]?.text).toBe(text);
		expect(read(sent)[0]?.url).toBe(url);
	});

	it.each([
		['nothing but a reason', { error_msg: 'why' }, 'why'],
		['nothing at all', {}, undefined],
	])('a record with %s is not usable, and not a text', (_, sent, message) => {
		expect(read(sent)[0]).toMatchObject({ ok: false, message });
		expect(read(sent)[0]?.text).toBeUndefined();
	});

	it.each([
		['an output', GOOD, { ok: true, url: URL_OF_FILE }],
		['a reason', { error_type: 'OOM', error_msg: 'why' }, { ok: false, message: 'why' }],
	])('a record of %s in place of a list is one output', (_, outputs, output) => {
		expect(readTaskOutputs({ outputs }, 'r-1')).toMatchObject([output]);
		expect(readTaskOutputs({ outputs }, 'r-1')).toHaveLength(1);
	});

	it.each([
		['was rejected', { audit_status: 3 }],
		['was not checked', { audit_status: 4 }],
		['has a code of its own', { error_type: 'EXECUTION_ERROR' }],
	])('a text that %s is not usable, and not shown', (_, more) => {
		const [output] = read({ text: 'a caption', ...more });

		expect(output).toMatchObject({ ok: false });
		expect(output?.text).toBeUndefined();
	});

	it('the record of an output is kept as sent', () => {
		expect(read({ ...GOOD, more: 1 })[0]?.record).toEqual({ ...GOOD, more: 1 });
	});

	describe('the name of an output file', () => {
		it.each([
			['8307183e-5d33', 1, '.png', '8307183e-5d33_1.png'],
			['8307183e-5d33', 12, undefined, '8307183e-5d33_12'],
			['../../etc/passwd', 1, '.png', '__.._etc_passwd_1.png'],
			['..\\..\\a', 1, '.png', '__.._a_1.png'],
			['a"; rm -rf', 1, '.png', 'a___rm_-rf_1.png'],
			['', 1, '.png', '_1.png'],
		])('is safe for task %s, number %d', (requestId, n, ext, name) => {
			expect(outputFileName(requestId, n, ext)).toBe(name);
		});

		it('is safe for file systems and headers, whatever the service sends', () => {
			const outputs = fc.array(
				fc.record({ object_url: fc.oneof(fc.webUrl(), fc.anything()), output_ext: fc.anything() }),
			);
			fc.assert(
				fc.property(fc.string({ unit: 'binary' }), outputs, (requestId, sent) => {
					for (const { fileName } of readTaskOutputs({ outputs: sent }, requestId))
						expect(fileName).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
				}),
			);
		});
	});
});
