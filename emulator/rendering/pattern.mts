import { createHash } from 'node:crypto';
import { intToRGBA, rgbaToInt } from 'jimp';
import type { Picture } from './picture.mts';

type Disc = { readonly x: number; readonly y: number; readonly radius: number };

/** Keeps each color channel below one half, so that white text is readable. */
const DARK = 0x7f7f7f7f;
const DISCS = 3;
const SLOPE_SHADES = 240;
const DISC_SHADES = 40;

/** Fills an image with a gradient and a few discs, derived from `source`. */
export function paintPattern(picture: Picture, source: string): void {
	const digest = createHash('sha256').update(source).digest();
	const { width, height, data } = picture.bitmap;
	const shades = gradient(digest.readUInt32BE(0) & DARK, digest.readUInt32BE(4) & DARK);
	const discs = Array.from({ length: DISCS }, (_, index) =>
		disc(digest.subarray(8 + 3 * index), width, height),
	);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const slope = Math.floor(((x / width + y / height) * SLOPE_SHADES) / 2);
			const shade = shades[slope + DISC_SHADES * covering(discs, x, y)]!;
			data.writeUInt32BE(shade, (y * width + x) * 4);
		}
	}
}

/** Opaque colors (0xRRGGBBAA) interpolated between two. */
function gradient(from: number, to: number): Uint32Array {
	const length = SLOPE_SHADES + DISCS * DISC_SHADES;
	const [start, end] = [intToRGBA(from), intToRGBA(to)];
	return Uint32Array.from({ length }, (_, step) => {
		const mix = (a: number, b: number) => Math.round(a + ((b - a) * step) / (length - 1));
		return rgbaToInt(mix(start.r, end.r), mix(start.g, end.g), mix(start.b, end.b), 255);
	});
}

function disc(digest: Buffer, width: number, height: number): Disc {
	const [x = 0, y = 0, size = 0] = digest;
	const radius = (Math.min(width, height) * (64 + size)) / 1024;
	return { x: (x / 255) * width, y: (y / 255) * height, radius };
}

/** How many discs a point lies in. */
function covering(discs: readonly Disc[], x: number, y: number): number {
	let count = 0;
	for (const each of discs) {
		if ((x - each.x) ** 2 + (y - each.y) ** 2 < each.radius ** 2) count += 1;
	}
	return count;
}
