import { Jimp } from 'jimp';
import { createCanvas } from '../../../emulator/painting/canvas.mts';
import { ellipse, polygonsOf, rectangle } from '../../../emulator/painting/path.mts';

const BLACK = 0x000000ff;
const WHITE = { colors: [[255, 255, 255]] } as const;

/** Fills path data on a black image of 8 by 4; returns the red channel, row by row. */
function filled(path: string): number[][] {
	const picture = new Jimp({ width: 8, height: 4, color: BLACK });
	createCanvas(picture).fill(polygonsOf(path), WHITE);
	return Array.from({ length: 4 }, (_, y) =>
		Array.from({ length: 8 }, (_, x) => picture.bitmap.data[(y * 8 + x) * 4]!),
	);
}

describe('filling', () => {
	it('covers whole pixels and parts of pixels', () => {
		expect(filled(rectangle(1.5, 1, 3, 1))[1]).toEqual([0, 127, 255, 255, 127, 0, 0, 0]);
		expect(filled(rectangle(2, 1.5, 1, 1)).map((row) => row[2])).toEqual([0, 127, 127, 0]);
	});

	it('is cut at the edges of the image', () => {
		expect(filled(rectangle(-9, -9, 99, 99)).flat()).toEqual(Array(32).fill(255));
		expect(filled(rectangle(8, 0, 3, 4)).flat()).toEqual(Array(32).fill(0));
	});

	it('unites shapes that overlap', () => {
		const both = `${rectangle(0, 0, 4, 4)}${rectangle(2, 0, 4, 4)}`;
		expect(filled(both)[0]).toEqual([255, 255, 255, 255, 255, 255, 0, 0]);
	});

	it('follows curves', () => {
		const rows = filled(ellipse(4, 2, 4, 2));
		expect(rows[0]![0]).toBeLessThan(60);
		expect(rows[1]![4]).toBe(255);
	});
});
