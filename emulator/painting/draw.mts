import type { Canvas, Paint } from './canvas.mts';
import { mix, rgb, type Color } from './color.mts';
import type { Palette } from './palettes.mts';
import { polygonsOf, type Polygon } from './path.mts';
import type { Shape, Tone } from './shape.mts';

/** A rectangle of the image that a square of 100 by 100 is stretched to. */
export type Box = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
};

/** Draws polygons into a box. */
export function drawPolygons(
	canvas: Canvas,
	drawing: readonly Polygon[],
	box: Box,
	paint: Paint,
): void {
	const polygons = drawing.map((polygon) =>
		polygon.map(
			([x, y]) => [box.x + (x * box.width) / 100, box.y + (y * box.height) / 100] as const,
		),
	);
	canvas.fill(polygons, paint);
}

/** Draws a thing that stands on `y`, centered at `x`. */
export function drawShape(
	canvas: Canvas,
	{ parts }: Shape,
	{ x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
	ownColor: Color,
	palette: Palette,
): void {
	const colors = tones(ownColor, palette);
	const box = { x: x - side / 2, y: y - side, width: side, height: side };
	for (const [tone, path] of parts) {
		const alpha = tone === 'beam' ? 0.16 * (1.2 - palette.light) : 1;
		drawPolygons(canvas, polygonsOf(path), box, { colors: [colors[tone]], alpha });
	}
}

/** Colors at this time of day. */
function tones(color: Color, { shadow, light, pale, lamp }: Palette): Record<Tone, Color> {
	const own = mix(shadow, color, light);
	const dark = mix(shadow, rgb('#1d1a24'), 0.55);
	return { own, shade: mix(own, dark, 0.35), dark, pale, lamp, beam: lamp };
}
