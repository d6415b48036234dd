import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FaultEffect } from '../../emulator/index.mts';
import { bytesInFolder, bytesOf, useBinaryMode } from './binaryStore.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

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
		['comes without a length', { type: 'bytes', count: 64 * MB, contentType: 'image/png' }],
		['comes gzipped, a thousandth of its size', packed(gzipSync(Buffer.alloc(64 * MB)))],
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

it('a gzipped response of more than 2 MB is not read to its end', async () => {
	const body = gzipSync(JSON.stringify({ code: 20000, data: 'x'.repeat(64 * MB) }));
	const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
	const effect = { type: 'answer', status: 200, body, headers } as const;
	service.emulator.addFault({ on: 'wallet', effect, times: Infinity });

	const { error } = await service.run({
		parameters: { resource: 'account', operation: 'getBalance', options: {} },
	});

	expect(error?.message).toContain('more than 2 MB');
});
