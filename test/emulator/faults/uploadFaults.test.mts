import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import { signOssV4 } from '../storage/signers.mts';
import { commit, CONTENT, put, putUrl, tokenOf, type PutAnswer } from '../storage/uploading.mts';
import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

const BYTES = 3_000_000;
let objectKey: string;

async function putUnder(effect: FaultEffect): Promise<PutAnswer | undefined> {
	visit.emulator.addFault({ on: 'put', effect });
	const token = await tokenOf(visit);
	objectKey = token.file.object_key;
	const headers = await signOssV4(token, visit.clock.now());
	return put(putUrl(token), headers).catch(() => undefined);
}

/** The URL of an output of `BYTES` bytes. */
async function bigOutput(): Promise<string> {
	const id = await visit.create(57101, { '1:File.bytes': BYTES });
	await visit.advance(3000);
	return outputUrls(await visit.read(id, 'outputs'))[0]!;
}

function download(url: string): Promise<number | undefined> {
	const reading = fetch(url).then((response) => response.arrayBuffer());
	return reading.then(({ byteLength }) => byteLength).catch(() => undefined);
}

describe('a PUT', () => {
	it('gets another response, and nothing is stored', async () => {
		const body = '<Error><Code>InternalError</Code></Error>';
		const answer = await putUnder({ type: 'answer', status: 503, body });
		expect(answer).toMatchObject({ status: 503, code: 'InternalError' });
		expect((await commit(visit, objectKey)).status).toBe(404);
	});

	it.each([
		['before', 404],
		['after', 200],
	] as const)('is broken off %s it was stored', async (when, status) => {
		expect(await putUnder({ type: 'reset', when })).toBeUndefined();
		expect((await commit(visit, objectKey)).status).toBe(status);
	});

	it('may be stored, whatever the response', async () => {
		const answer = await putUnder({ type: 'processThenAnswer', status: 500 });
		expect(answer?.status).toBe(500);
		expect((await commit(visit, objectKey)).status).toBe(200);
	});
});

describe('the other requests of an upload', () => {
	it.each([
		['token', 'GET', 'apiUrl', '/v1/upload/token?file_name=a.png'],
		['commit', 'POST', 'metaUrl', '/v1/input_resource/commit'],
		['list', 'GET', 'metaUrl', '/v1/input_resource?current=1'],
	] as const)('%s', async (on: Operation, method, host, path) => {
		visit.emulator.addFault({ on, effect: { type: 'html', status: 502 } });
		const answer = await visit.send(method, visit.emulator[host] + path);
		expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('<html>') });
	});
});

describe('a download', () => {
	it('of any size has that size', async () => {
		expect(await download(await bigOutput())).toBe(BYTES);
	});

	it('may break off in the middle of the file', async () => {
		const url = await bigOutput();
		visit.emulator.addFault({ on: 'download', effect: { type: 'truncate' } });
		const response = await fetch(url);
		expect(response.headers.get('content-length')).toBe(String(BYTES));
		await expect(response.arrayBuffer()).rejects.toThrow();
		expect(await download(url)).toBe(BYTES);
	});

	it('is replaced by another answer', async () => {
		const url = await bigOutput();
		const body = 'not here';
		const effect = { type: 'processThenAnswer', status: 403, body } as const;
		visit.emulator.addFault({ on: 'download', effect });
		const response = await fetch(url);
		expect([response.status, await response.text()]).toEqual([403, body]);
	});

	it('may be aborted by the caller', async () => {
		const url = await bigOutput();
		const leaving = new AbortController();
		const response = await fetch(url, { signal: leaving.signal });
		leaving.abort();
		await expect(response.arrayBuffer()).rejects.toThrow();
		expect(await download(url)).toBe(BYTES);
	});
});

it('a forged object is separate from the stored one', async () => {
	await putUnder({ type: 'delay', ms: 0 });
	const forged = `${visit.emulator.storageUrl}/${objectKey}`;
	expect((await put(forged, {}, Buffer.from('forged'))).status).toBe(403);
	expect(await (await fetch(forged)).text()).toBe(CONTENT.toString());
});
