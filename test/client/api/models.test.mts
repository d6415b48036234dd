import fc from 'fast-check';
import { createEndpoints } from '../../../client/api/endpoints';
import { modelPath } from '../../../client/api/models';
import { readOutputs } from '../../../client/api/taskOutputs';
import { settleSync } from '../../../client/settle';
import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

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
		['HTTP 429', { status: 429 }, 'busy'],
		['HTTP 503', { status: 503 }, 'service_error'],
		['an invalid record', { status: 200, body: { code: 20000, data: [] } }, 'unexpected_response'],
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
		[' /maker/model/ ', 'maker/model'],
		['制作/模型', '%E5%88%B6%E4%BD%9C/%E6%A8%A1%E5%9E%8B'],
		['maker/model.v1.5', 'maker/model.v1.5'],
		['maker/model@v2+lora', 'maker/model%40v2%2Blora'],
		['maker/a,b=c', 'maker/a%2Cb%3Dc'],
		['мастер/модèle', '%D0%BC%D0%B0%D1%81%D1%82%D0%B5%D1%80/%D0%BC%D0%BE%D0%B4%C3%A8le'],
	])('%j is sent as %j', async (given, path) => {
		await errorOf(() => service.client.models.create(modelPath(given), {}));

		expect(service.requests('model').map((sent) => sent.path)).toEqual([
			`/v1/modelzoo/tasks/openapi/${path}`,
		]);
	});

	it.each([
		...['', '/', 'a//b', '..', 'a/../b', 'a/./b', 'a?b', 'a#b', 'a\\b', 'a%2fb', 'a b', 'c:/x'],
		...['a\ud800', 'a/'.repeat(300)],
	])('%j is rejected', async (given) => {
		expect((await errorOf(() => modelPath(given))).kind).toBe('input');
	});

	it('the URL stays below that of models, whatever the path contains', () => {
		const base = 'https://api.example.com/v1/modelzoo/tasks/openapi/';
		const { model } = createEndpoints({ baseUrl: 'https://api.example.com' });
		const piece = fc.constantFrom(
			'..',
			'.',
			'/',
			'\\',
			'%2e',
			'%2F',
			'?',
			'#',
			'@',
			':',
			'a',
			'模',
		);
		const paths = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

		fc.assert(
			fc.property(paths, (given) => {
				const url = settleSync(() => model(modelPath(given)));
				const { href } = new URL(url.ok ? url.value : `${base}refused`);
				expect(href.startsWith(base)).toBe(true);
			}),
		);
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

	it('are read from any JSON, and each is a file with a web address or a text', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (outputs) => {
				for (const { url, text: words, ok } of readOutputs(outputs, 'r-1')) {
					if (ok && words === undefined) expect(url).toMatch(/^https?:\/\//);
					if (words !== undefined) expect(typeof words).toBe('string');
				}
			}),
		);
	});
});
