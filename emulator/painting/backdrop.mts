import { gradientAt, mix } from './color.mts';
import { polygonsOf, rectangle } from './path.mts';
import { createRidge, fillBelow } from './ridge.mts';
import type { Scene } from './scene.mts';

type House = { readonly x: number; readonly width: number; readonly height: number };

/** The background: a low ridge, and mountains or a city if they are in the prompt. */
export function paintBackdrop(scene: Scene): void {
	const { canvas, random, brief, palette, horizon, unit } = scene;
	if (brief.has('mountains')) paintMountains(scene);
	const setup = { at: horizon - unit * 0.045, by: unit * 0.05, waves: 1.7 };
	const ridge = createRidge(setup, canvas.width, random);
	const { far } = palette.land;
	const haze = mix(far, gradientAt(palette.sky, 1), 0.3);
	fillBelow(canvas, ridge, horizon + unit * 0.1, { colors: [far, haze] });
	if (brief.has('city')) paintCity(scene);
}

function paintMountains({ canvas, random, palette, horizon, unit }: Scene): void {
	const { far } = palette.land;
	const setup = { at: horizon - unit * 0.16, by: unit * 0.3, waves: 1.4, peaked: true };
	const ridge = createRidge(setup, canvas.width, random);
	const colors = [palette.pale, mix(far, palette.pale, 0.35), far];
	fillBelow(canvas, ridge, horizon + 1, { colors });
}

/** Houses side by side, the tallest ones in the middle. */
function paintCity(scene: Scene): void {
	const { canvas, random, unit } = scene;
	for (let x = -unit * 0.02; x < canvas.width; ) {
		const width = unit * random.between(0.05, 0.11);
		const central = 1 - Math.abs((x + width / 2) / canvas.width - 0.5) * 1.4;
		const height = unit * random.between(0.1, 0.2 + 0.3 * central);
		paintHouse(scene, { x, width, height });
		x += width * random.between(0.85, 1.05);
	}
}

function paintHouse(
	{ canvas, random, palette, horizon, unit }: Scene,
	{ x, width, height }: House,
): void {
	const { middle, near } = palette.land;
	const walls = polygonsOf(rectangle(x, horizon - height, width, height + 1));
	canvas.fill(walls, { colors: [mix(middle, near, random.next())] });
	const [storey, side] = [unit * 0.02, unit * 0.008];
	const windows: string[] = [];
	for (let y = horizon - height + storey; y < horizon - storey; y += storey) {
		for (let at = x + side; at < x + width - side; at += storey * 0.8) {
			if (random.next() < 0.45) windows.push(rectangle(at, y, side, side));
		}
	}
	canvas.fill(polygonsOf(windows.join('')), { colors: [mix(middle, palette.lamp, 0.75)] });
}
