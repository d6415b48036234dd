import { settle } from '../../../client/settle';
import { createFileBody } from '../../../client/files/uploadBody';
import type { FilePut } from '../../../client/ports';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, stored, upload } from './uploading.mts';

const service = useService();
const { requests } = service;

describe('a file whose announced size is wrong', () => {
	it.each([
		['smaller', 11, ['a red ', 'kite']],
		['larger', 9, ['a red ', 'kite']],
		['smaller', 3, []],
		['larger', 0, ['a']],
	])(
		'is %s than %i bytes: it is never stored and not uploaded again',
		async (comparison, size, chunks) => {
			const error = await errorOf(() => upload(service, createFile({ size, chunks })));

			expect(error.kind).toBe('upload');
			expect(error.message).toBe(
				`Couldn't upload kite.png: the file is ${comparison} than expected (${size} bytes)`,
			);
			expect(requests('token')).toHaveLength(1);
			expect(requests('put').some(({ status }) => status === 200)).toBe(false);
			expect(requests('commit')).toEqual([]);
		},
	);
});

describe('a source that breaks', () => {
	async function* broken(): AsyncGenerator<Uint8Array> {
		yield Buffer.from('a red ');
		throw new Error('EIO: secret path');
	}

	it('is opened again', async () => {
		const file = createFile();
		let tries = 0;
		const open = async () => (++tries === 1 ? broken() : file.open());

		const { url } = await upload(service, { ...file, open });

		expect(tries).toBe(2);
		expect((await stored(service, url)).toString()).toBe('a red kite');
	});

	it.each([
		['while it is read', async () => broken()],
		['when it is opened', () => Promise.reject(new Error('ENOENT: secret path'))],
	])('%s every time ends with an error message', async (_, open) => {
		const error = await errorOf(() => upload(service, { ...createFile(), open }));

		expect(error.message).toBe("Couldn't upload kite.png: n8n couldn't read the file");
		expect(requests('commit')).toEqual([]);
	});
});

describe('a storage that answers before it has read the whole file', () => {
	it.each([
		['refuses it', 400, 'the storage refused the file'],
		['says that it has it', 200, 'the storage responded before the file was complete'],
	])('%s: the upload fails and closes the source', async (_, status, message) => {
		const file = createFile({ chunks: Array.from({ length: 100 }, () => 'kite') });
		async function put({ body }: FilePut) {
			await body[Symbol.asyncIterator]().next();
			return { status, headers: {}, body: '' };
		}

		const error = await errorOf(() => upload(service, file, { put }));
		await new Promise((resolve) => setImmediate(resolve));

		expect(error.message).toContain(message);
		expect(file.counts.leftEarly).toBe(file.counts.opened);
	});
});

describe('an execution that is stopped', () => {
	it.each(['token', 'put', 'commit'] as const)('stops the upload during its %s', async (on) => {
		service.emulator.addFault({ on, times: Infinity, effect: { type: 'hang' } });
		const stop = new AbortController();
		service.time.after(5_000, () => stop.abort());

		const error = await errorOf(() => upload(service, createFile(), { signal: stop.signal }));

		expect(error.kind).toBe('execution_stopped');
		expect(requests(on)).toHaveLength(1);
	});
});

describe('the body of a request', () => {
	async function drained(size: number): Promise<string[]> {
		const body = createFileBody(createFile({ size }), () => {});
		const seen: string[] = [];
		await settle(async () => {
			for await (const chunk of body.chunks) seen.push(String(chunk));
		});
		return [...seen, body.state()];
	}

	it('sends its last chunk only after the source has ended with the right size', async () => {
		expect(await drained(10)).toEqual(['a red ', 'kite', 'complete']);
		expect(await drained(11)).toEqual(['a red ', 'short']);
		expect(await drained(9)).toEqual(['long']);
	});

	it("doesn't open the source before it is read", () => {
		const file = createFile();
		createFileBody(file, () => {}).close();

		expect(file.counts.opened).toBe(0);
	});

	it('closes a source that is not read to its end', async () => {
		const file = createFile({ chunks: ['a', 'b', 'c', 'd'] });
		const body = createFileBody(file, () => {});
		await body.chunks[Symbol.asyncIterator]().next();
		body.close();
		await new Promise((resolve) => setImmediate(resolve));

		expect(file.counts).toEqual({ opened: 1, leftEarly: 1 });
		expect(body.state()).toBe('sending');
	});
});
