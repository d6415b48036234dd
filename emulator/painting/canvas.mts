import type { Picture } from '../rendering/picture.mts';
import { gradientAt, type Color } from './color.mts';
import { coverageOf, edgesOf, type Run } from './coverage.mts';
import type { Polygon } from './path.mts';

/** A color, or a gradient from the top of a shape to its bottom. */
export type Paint = { readonly colors: readonly Color[]; readonly alpha?: number };

export type Canvas = {
	readonly width: number;
	readonly height: number;
	/** Fills polygons in pixels, with anti-aliased edges. */
	fill(polygons: readonly Polygon[], paint: Paint): void;
	/** Blends a disc that fades towards its edge. */
	glow(x: number, y: number, radius: number, color: Color, strength: number): void;
};

const RGBA = 4;
/** Higher shares are full ones, but for rounding errors. */
const OPAQUE = 0.998;

/** Paints on an image in place. */
export function createCanvas({ bitmap: { width, height, data } }: Picture): Canvas {
	const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);

	function blend(x: number, y: number, color: Color, share: number): void {
		const at = (y * width + x) * RGBA;
		data[at]! += (color[0] - data[at]!) * share;
		data[at + 1]! += (color[1] - data[at + 1]!) * share;
		data[at + 2]! += (color[2] - data[at + 2]!) * share;
	}

	function fill(polygons: readonly Polygon[], { colors, alpha = 1 }: Paint): void {
		const edges = polygons.flatMap(edgesOf);
		const top = edges.reduce((least, edge) => Math.min(least, edge.top), Infinity);
		const bottom = edges.reduce((most, edge) => Math.max(most, edge.bottom), -Infinity);
		for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
			const color = gradientAt(colors, (y - top) / (bottom - top));
			for (const run of coverageOf(edges, y, width)) fillRun(run, y, color, alpha);
		}
	}

	function fillRun({ from, to, share }: Run, y: number, color: Color, alpha: number): void {
		if (share * alpha > OPAQUE) pixels.fill(pixelOf(color), y * width + from, y * width + to);
		else for (let x = from; x < to; x += 1) blend(x, y, color, share * alpha);
	}

	function glow(x: number, y: number, radius: number, color: Color, strength: number): void {
		const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width, x + radius)];
		const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height, y + radius)];
		for (let row = top; row < bottom; row += 1) {
			const below = (row + 0.5 - y) ** 2;
			for (let column = left; column < right; column += 1) {
				const near = 1 - Math.sqrt((column + 0.5 - x) ** 2 + below) / radius;
				if (near > 0) blend(column, row, color, Math.min(1, strength * near * near));
			}
		}
	}

	return { width, height, fill, glow };
}

/** A pixel in the order of bytes of this machine. */
function pixelOf([red, green, blue]: Color): number {
	return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0]!;
}
