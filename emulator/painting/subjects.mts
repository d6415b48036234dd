import { gradientAt } from './color.mts';
import { drawPolygons, drawShape } from './draw.mts';
import { ellipse, polygonsOf } from './path.mts';
import type { Subject } from './prompt.mts';
import type { Ridge } from './ridge.mts';
import type { Scene } from './scene.mts';

const WAKE = polygonsOf(ellipse(50, 50, 50));

/** Places subjects side by side between two places of the width (0 to 1). */
export function spread(
	{ canvas, random }: Scene,
	subjects: readonly Subject[],
	[from = 0, to = 1]: readonly number[],
	place: (subject: Subject, x: number, index: number) => void,
): void {
	const room = (to - from) / subjects.length;
	for (const [index, subject] of subjects.entries()) {
		const x = from + room * (index + random.between(0.35, 0.65));
		place(subject, x * canvas.width, index);
	}
}

export function drawStanding(
	scene: Scene,
	{ shape, color }: Subject,
	x: number,
	ridge: Ridge,
): void {
	const side = scene.unit * shape.size;
	const foot = Math.max(...[-0.12, 0, 0.12].map((share) => ridge(x + side * share)));
	drawShape(scene.canvas, shape, { x, y: foot + side * 0.025, side }, color, scene.palette);
}

/** Draws a thing on the sea, in the first or the second row. */
export function drawAfloat(
	{ canvas, palette, horizon, unit }: Scene,
	{ shape, color }: Subject,
	x: number,
	row: number,
): void {
	const side = unit * shape.size;
	const y = horizon + (canvas.height - horizon) * (0.3 + 0.22 * row);
	const wake = { x: x - side * 0.5, y: y - side * 0.04, width: side, height: side * 0.12 };
	drawShape(canvas, shape, { x, y: y + side * 0.02, side }, color, palette);
	drawPolygons(canvas, WAKE, wake, {
		colors: [gradientAt(palette.sea, 1)],
		alpha: 0.55,
	});
}

/** Draws the things in the sky. */
export function drawAloft(scene: Scene): void {
	const { brief, canvas, horizon, palette, random, unit } = scene;
	const aloft = brief.subjects.filter(({ shape }) => shape.place === 'sky');
	spread(scene, aloft, [0.12, 0.88], ({ shape, color }, x) => {
		const side = unit * shape.size;
		const y = Math.max(side, horizon * random.between(0.5, 0.8));
		drawShape(canvas, shape, { x, y, side }, color, palette);
	});
}
