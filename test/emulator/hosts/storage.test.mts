import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

const DAY = 24 * 3_600_000;

/** Runs an app and returns the URLs of its files. */
async function outputsOf(appId: number, inputValues: object): Promise<string[]> {
	const id = await visit.create(appId, inputValues);
	await visit.advance(3000);
	return outputUrls(await visit.read(id, 'outputs'));
}

async function download(url: string): Promise<Buffer> {
	return Buffer.from(await (await fetch(url)).arrayBuffer());
}

describe('download', () => {
	it('needs no key and names neither type nor encoding', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const response = await fetch(url!);
		const bytes = await response.arrayBuffer();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/octet-stream');
		expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
		expect(response.headers.get('content-encoding')).toBeNull();
	});

	it('answers HEAD with the length alone', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const response = await fetch(url!, { method: 'HEAD' });
		const length = Number(response.headers.get('content-length'));
		expect(length).toBe((await download(url!)).length);
	});

	it('expires 15 days after the creation, at midnight', async () => {
		const [url] = await outputsOf(57001, { k: 1 });
		const midnight = Date.parse('2026-01-29T00:00:00+08:00');
		await visit.clock.advanceTo(midnight - 1);
		expect((await fetch(url!)).status).toBe(200);
		await visit.clock.advanceTo(midnight);
		const expired = await fetch(url!);
		expect(expired.status).toBe(403);
		expect(await expired.text()).toContain('<Code>AccessDenied</Code>');
		await visit.advance(400 * DAY);
		expect((await fetch(url!)).status).toBe(403);
	});

	it.each(['/outputs/nothing.png', '/samples/nothing.png'])('of %s is 404', async (path) => {
		const response = await fetch(visit.emulator.storageUrl + path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('<Code>NoSuchKey</Code>');
	});
});
