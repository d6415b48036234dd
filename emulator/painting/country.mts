import { mix, type Color } from './color.mts';
import { drawPolygons } from './draw.mts';
import { PINE } from './plants.mts';
import type { Subject } from './prompt.mts';
import { createRidge, fillBelow, type Ridge } from './ridge.mts';
import type { Scene } from './scene.mts';
import { drawStanding, spread } from './subjects.mts';

type Placed = readonly [subject: Subject, x: number];

type Hill = {
	/** From the horizon (0) to the lower edge of the image (1). */
	readonly depth: number;
	readonly waves: number;
	/** Where it rises, so that things are visible against the sky. */
	readonly knolls?: readonly Placed[];
};

/** Things of this size stand on the hill behind the nearest one. */
const LARGE = 0.37;

/** Hills from far to near, with what stands on them. */
export function paintCountry(scene: Scene): void {
	const { brief, palette, unit } = scene;
	const { far, middle, near, nearest } = palette.land;
	const ashore = brief.subjects.filter(({ shape }) => shape.place === 'land');
	const placed: Placed[] = [];
	spread(scene, ashore, [0.08, 0.92], (subject, x) => void placed.push([subject, x]));
	const large = placed.filter(([{ shape }]) => shape.size >= LARGE);
	const small = placed.filter(([{ shape }]) => shape.size < LARGE);

	const back = hill(scene, { depth: 0.02, waves: 1.1 });
	paintHill(scene, back, [mix(far, middle, 0.6), mix(middle, far, 0.3)]);
	paintTrees(scene, back, mix(palette.shadow, middle, 0.65), unit * 0.045);
	const second = hill(scene, { depth: 0.2, waves: 0.8, knolls: large });
	paintHill(scene, second, [mix(middle, near, 0.55), mix(near, middle, 0.25)]);
	paintTrees(scene, second, mix(palette.shadow, near, 0.55), unit * 0.07);
	for (const [subject, x] of large) drawStanding(scene, subject, x, second);
	const front = hill(scene, { depth: 0.5, waves: 0.6, knolls: small });
	paintHill(scene, front, [mix(near, nearest, 0.5), nearest]);
	for (const [subject, x] of small) drawStanding(scene, subject, x, front);
}

function hill(
	{ canvas, horizon, random, unit }: Scene,
	{ depth, waves, knolls = [] }: Hill,
): Ridge {
	const at = horizon + (canvas.height - horizon) * depth;
	const line = createRidge({ at, by: unit * 0.05, waves }, canvas.width, random);
	const swell = (distance: number) => Math.exp(-((distance / (unit * 0.24)) ** 2));
	return (x) => {
		const swells = knolls.map(([, center]) => swell(x - center));
		return line(x) - unit * 0.09 * Math.max(0, ...swells);
	};
}

function paintHill({ canvas }: Scene, ridge: Ridge, colors: readonly Color[]): void {
	fillBelow(canvas, ridge, canvas.height + 1, { colors });
}

/** Small firs: groves on a ridge, or a forest all along it. */
function paintTrees(
	{ canvas, random, brief }: Scene,
	ridge: Ridge,
	color: Color,
	size: number,
): void {
	const isForest = brief.has('forest');
	const groves = [1, 2, 3].map(() => ({
		center: isForest ? 0.5 : random.next(),
		reach: isForest ? 0.5 : random.between(0.03, 0.12),
	}));
	for (let tree = 0; tree < (isForest ? 60 : 16); tree += 1) {
		const { center, reach } = random.pick(groves);
		const x = canvas.width * (center + random.between(-reach, reach));
		const side = size * random.between(0.6, 1.2);
		const box = { x: x - side / 2, y: ridge(x) - side * 0.94, width: side, height: side };
		drawPolygons(canvas, PINE, box, { colors: [color] });
	}
}
