import type { Canvas, Paint } from './canvas.mts';
import type { Point } from './path.mts';
import type { Random } from './random.mts';

/** The height of a ridge line at `x`; both in pixels, from the upper left corner. */
export type Ridge = (x: number) => number;

type RidgeSetup = {
	/** The mean height, and how far the line departs from it. */
	readonly at: number;
	readonly by: number;
	/** Waves over the width of the image. */
	readonly waves: number;
	/** Peaks instead of round tops. */
	readonly peaked?: boolean;
};

/** Three waves on top of each other, each finer and lower than the one before. */
export function createRidge(
	{ at, by, waves, peaked = false }: RidgeSetup,
	width: number,
	random: Random,
): Ridge {
	const layers = [1, 2.3, 5.1].map((factor) => ({
		speed: (factor * waves * 2 * Math.PI) / width,
		start: random.between(0, 2 * Math.PI),
		share: 0.62 / factor,
	}));
	const wave = peaked ? triangle : Math.sin;
	return (x) =>
		at -
		by * layers.reduce((sum, { speed, start, share }) => sum + share * wave(x * speed + start), 0);
}

/** Fills everything from a ridge line down to `bottom`. */
export function fillBelow(canvas: Canvas, ridge: Ridge, bottom: number, paint: Paint): void {
	const step = Math.max(1, canvas.width / 100);
	const line: Point[] = [];
	for (let x = -step; x <= canvas.width + step; x += step) line.push([x, ridge(x)]);
	canvas.fill([[...line, [canvas.width + step, bottom], [-step, bottom]]], paint);
}

function triangle(angle: number): number {
	return (2 / Math.PI) * Math.asin(Math.sin(angle));
}
