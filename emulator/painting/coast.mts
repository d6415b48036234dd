import { gradientAt, mix } from './color.mts';
import { drawPolygons } from './draw.mts';
import { polygonsOf, rectangle } from './path.mts';
import { createRidge, fillBelow, type Ridge } from './ridge.mts';
import type { Scene } from './scene.mts';
import { discOf } from './sky.mts';
import { drawAfloat, drawStanding, spread } from './subjects.mts';

const GLINT = polygonsOf('M0 50Q50 0 100 50Q50 100 0 50Z');
const GLINTS = 90;

/** The sea with what is on it, and a headland if something stands on land. */
export function paintCoast(scene: Scene): void {
	const { brief, landIsLeft } = scene;
	paintSea(scene);
	const [open, shore] = landIsLeft
		? [
				[0.5, 0.98],
				[0.02, 0.38],
			]
		: [
				[0.02, 0.5],
				[0.62, 0.98],
			];
	const afloat = brief.subjects.filter(({ shape }) => shape.place === 'sea');
	spread(scene, afloat, brief.hasLand ? open : [0.08, 0.92], (subject, x, index) =>
		drawAfloat(scene, subject, x, index % 2),
	);
	if (!brief.hasLand) return;
	const ridge = paintHeadland(scene);
	const ashore = brief.subjects.filter(({ shape }) => shape.place === 'land');
	spread(scene, ashore, shore, (subject, x) => drawStanding(scene, subject, x, ridge));
}

function paintSea(scene: Scene): void {
	const { canvas, palette, horizon } = scene;
	const area = rectangle(0, horizon, canvas.width, canvas.height - horizon);
	canvas.fill(polygonsOf(area), { colors: palette.sea });
	for (let glint = 0; glint < GLINTS; glint += 1) paintGlint(scene, glint % 3 !== 0);
}

/** A wave that reflects the sun or the moon, below which most of them are, or just the sky. */
function paintGlint(scene: Scene, isBelowDisc: boolean): void {
	const { canvas, random, palette, horizon, unit, time } = scene;
	const near = random.next() ** 1.6;
	const disc = discOf(scene);
	const isLit = isBelowDisc && time !== 'storm';
	const reach = disc.radius * (0.7 + 1.6 * near);
	const x = isLit ? disc.x + random.between(-reach, reach) : random.between(0, canvas.width);
	const width = unit * (0.02 + 0.1 * near) * random.between(0.6, 1.6);
	const y = horizon + near * (canvas.height - horizon);
	const box = { x: x - width / 2, y, width, height: unit * (0.004 + 0.014 * near) };
	const color = isLit ? palette.disc : gradientAt(palette.sea, 0);
	drawPolygons(canvas, GLINT, box, { colors: [color], alpha: isLit ? 0.55 : 0.3 });
}

/** Returns the line that things stand on. */
function paintHeadland(scene: Scene): Ridge {
	const { canvas, palette, horizon, unit } = scene;
	const { middle, near, nearest } = palette.land;
	const bottom = canvas.height + 1;
	const top = horizon + unit * 0.03;
	const upper = cliff(scene, top, 0.5);
	fillBelow(canvas, upper, bottom, { colors: [mix(near, middle, 0.3), near] });
	const lower = cliff(scene, top + (bottom - top) * 0.45, 0.36);
	fillBelow(canvas, lower, bottom, { colors: [mix(nearest, near, 0.4), nearest] });
	return upper;
}

/** Nearly level at `top`, then falling to the sea at this share of the width. */
function cliff({ canvas, unit, landIsLeft, random }: Scene, top: number, reach: number): Ridge {
	const { width, height } = canvas;
	const bumps = createRidge({ at: 0, by: unit * 0.018, waves: 3 }, width, random);
	return (x) => {
		const place = (landIsLeft ? x : width - x) / (width * reach);
		const drop = place < 0.72 ? 0.04 * place : 0.03 + 0.9 * ((place - 0.72) / 0.5) ** 1.3;
		return top + bumps(x) + drop * (height - top);
	};
}
