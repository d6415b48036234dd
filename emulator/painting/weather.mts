import { rgb } from './color.mts';
import { drawPolygons } from './draw.mts';
import { polygonsOf } from './path.mts';
import type { Scene } from './scene.mts';

const WHITE = rgb('#ffffff');
const FLAKES = 160;
const DROPS = 120;
const DROP = polygonsOf('M100 0L97 0 0 100 3 100Z');

/** Falling snow and rain, in front of everything. */
export function paintWeather({ brief, canvas, random, unit }: Scene): void {
	const { width, height } = canvas;
	for (let flake = 0; brief.has('snow') && flake < FLAKES; flake += 1) {
		const size = unit * random.between(0.004, 0.011) + 0.5;
		canvas.glow(random.between(0, width), random.between(0, height), size, WHITE, 1.6);
	}
	for (let drop = 0; brief.has('rain') && drop < DROPS; drop += 1) {
		const [x, y] = [random.between(0, width), random.between(-0.1, 1) * height];
		const box = { x, y, width: unit * 0.03, height: unit * 0.08 };
		drawPolygons(canvas, DROP, box, { colors: [WHITE], alpha: 0.3 });
	}
}
