import { createHash } from 'node:crypto';

/** Numbers from 0 to 1, exclusive, always the same for the same source. */
export type Random = {
	next(): number;
	between(least: number, most: number): number;
	pick<Item>(items: readonly Item[]): Item;
};

export function createRandom(source: string): Random {
	let block = 0;
	let numbers: number[] = [];

	function next(): number {
		if (numbers.length === 0) {
			const digest = createHash('sha256').update(`${block} ${source}`).digest();
			block += 1;
			numbers = Array.from({ length: 8 }, (_, index) => digest.readUInt32BE(index * 4) / 2 ** 32);
		}
		return numbers.pop()!;
	}

	return {
		next,
		between: (least, most) => least + (most - least) * next(),
		pick: (items) => items[Math.floor(next() * items.length)]!,
	};
}
