import { randomBytes } from 'node:crypto';
import { inBlocks } from '../../../nodes/AiApp/io/binary/sink.ts';

const KB = 1024;

async function* chunksOf(bytes: Buffer, sizes: readonly number[]) {
	let at = 0;
	for (const size of sizes) {
		yield new Uint8Array(bytes.subarray(at, at + size));
		at += size;
	}
}

/** A copy of all blocks, each made before the next is asked for, as a store does that writes them. */
async function written(chunks: AsyncIterable<Uint8Array>) {
	const blocks: Buffer[] = [];
	for await (const block of inBlocks(chunks)) blocks.push(Buffer.from(block));
	return blocks;
}

it.each<[string, readonly number[]]>([
	['none', []],
	['a small one', [5]],
	['empty ones', [0, 3, 0]],
	['those of a socket', [...Array<number>(20).fill(64 * KB), 17]],
	['exactly a block', [256 * KB]],
	['more than a block at a time', [700 * KB, 1, 256 * KB, 255 * KB]],
])('the bytes of %s stay the same, in larger blocks', async (_, sizes) => {
	const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0));

	const blocks = await written(chunksOf(bytes, sizes));

	expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
	expect(blocks).toHaveLength(Math.ceil(bytes.length / (256 * KB)));
});

it('the memory of a chunk and of a block is given back, and shared memory is left alone', async () => {
	const own = new Uint8Array(300 * KB).fill(1);
	const shared = Buffer.from(new ArrayBuffer(400 * KB), 0, 300 * KB).fill(2);
	const blocks: Uint8Array[] = [];

	for await (const block of inBlocks(
		(async function* () {
			yield own;
			yield shared;
		})(),
	))
		blocks.push(block);

	expect(blocks.map(({ length }) => length).slice(0, -1)).toEqual([0, 0]);
	expect(own.length).toBe(0);
	expect(shared.every((byte) => byte === 2)).toBe(true);
});

it('a stream that breaks breaks its loop', async () => {
	const broken = (async function* () {
		yield new Uint8Array(300 * KB);
		throw new Error('reset');
	})();

	await expect(written(broken)).rejects.toThrow('reset');
});
