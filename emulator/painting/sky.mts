import { GULL } from './animals.mts';
import { gradientAt, mix, rgb } from './color.mts';
import { drawPolygons } from './draw.mts';
import { ellipse, polygonsOf, rectangle } from './path.mts';
import type { Scene } from './scene.mts';

type Disc = { readonly x: number; readonly y: number; readonly radius: number };

const RAINBOW = ['#e2493f', '#ef8e3b', '#f3d34a', '#5fb760', '#4a8fd0', '#7a5cb5'].map(rgb);
const STREAK = polygonsOf('M0 50C24 42 70 38 100 50C72 56 26 58 0 50Z');
const CUMULUS = polygonsOf(
	[
		ellipse(28, 60, 22, 20),
		ellipse(52, 48, 26, 28),
		ellipse(76, 62, 20, 18),
		rectangle(22, 60, 60, 20),
	].join(''),
);
/** On a moon with a radius of 100. */
const CRATERS = polygonsOf(
	[ellipse(-35, -20, 22), ellipse(30, 25, 28), ellipse(10, -50, 14), ellipse(-20, 50, 16)].join(''),
);
const INK = rgb('#141822');

/** Sky, stars, sun or moon, clouds and birds, from back to front. */
export function paintSky(scene: Scene): void {
	const { canvas, palette, horizon, brief } = scene;
	canvas.fill(polygonsOf(rectangle(0, 0, canvas.width, horizon)), { colors: palette.sky });
	paintStars(scene);
	paintDisc(scene);
	if (brief.has('rainbow')) paintRainbow(scene);
	paintClouds(scene);
	paintBirds(scene);
}

/** Where the sun or the moon is: low while it rises or sets. */
export function discOf({ canvas, horizon, time, unit, landIsLeft }: Scene): Disc {
	const x = canvas.width * (landIsLeft ? 0.68 : 0.32);
	if (time === 'dawn' || time === 'sunset')
		return { x, y: horizon - unit * 0.075, radius: unit * 0.085 };
	if (time === 'night') return { x, y: horizon * 0.36, radius: unit * 0.085 };
	return { x, y: horizon * 0.3, radius: unit * 0.07 };
}

function paintStars({ canvas, random, time, palette, horizon, unit }: Scene): void {
	const counts: Readonly<Record<string, number>> = { night: 110, dusk: 30 };
	for (let star = 0; star < (counts[time] ?? 0); star += 1) {
		const y = horizon * 0.9 * random.next() ** 1.4;
		const size = unit * random.between(0.0025, 0.0055) + 0.6;
		canvas.glow(random.between(0, canvas.width), y, size, palette.disc, random.between(0.5, 1.2));
	}
}

function paintDisc(scene: Scene): void {
	const { canvas, palette, time } = scene;
	if (time === 'storm') return;
	const { x, y, radius } = discOf(scene);
	canvas.glow(x, y, radius * 6, palette.disc, time === 'night' ? 0.3 : 0.5);
	canvas.glow(x, y, radius * 2.4, palette.disc, 0.45);
	canvas.fill(polygonsOf(ellipse(x, y, radius)), { colors: [palette.disc] });
	if (time !== 'night') return;
	const gray = mix(palette.disc, gradientAt(palette.sky, 0.67), 0.16);
	drawPolygons(canvas, CRATERS, { x, y, width: radius, height: radius }, { colors: [gray] });
}

function paintRainbow({ canvas, horizon, unit }: Scene): void {
	const band = unit * 0.022;
	for (const [index, color] of RAINBOW.entries()) {
		const radius = canvas.width * 0.42 - index * band;
		const outer = polygonsOf(ellipse(canvas.width / 2, horizon, radius));
		const inner = polygonsOf(ellipse(canvas.width / 2, horizon, radius - band));
		const hole = inner.map((polygon) => polygon.toReversed());
		canvas.fill([...outer, ...hole], { colors: [color], alpha: 0.45 });
	}
}

/** Heaps by day and in bad weather, thin streaks while the sun is low. */
function paintClouds({ canvas, random, time, palette, horizon, unit, brief }: Scene): void {
	const { cloud, sky } = palette;
	const isHeap = time === 'day' || time === 'storm';
	const isCloudy = brief.has('clouds') || time === 'storm';
	const count = Math.round(random.between(2, 4)) + (isCloudy ? 4 : 0);
	for (let index = 0; index < count; index += 1) {
		const size = unit * random.between(0.25, 0.55);
		const x = canvas.width * random.between(-0.1, 1);
		const y = horizon * (isHeap ? random.between(0.08, 0.6) : random.between(0.2, 0.8));
		if (isHeap) {
			const colors = [cloud, mix(cloud, gradientAt(sky, 0.33), 0.35)];
			const box = { x, y, width: size * 0.7, height: size * 0.42 };
			drawPolygons(canvas, CUMULUS, box, { colors, alpha: 0.85 });
		} else {
			const box = { x, y, width: size * 1.6, height: size * 0.22 };
			drawPolygons(canvas, STREAK, box, { colors: [cloud], alpha: 0.5 });
		}
	}
}

/** A flock if birds are asked for, else a few far away, but none at night. */
function paintBirds({ canvas, random, palette, horizon, unit, brief, time }: Scene): void {
	const isFlock = brief.has('birds');
	const count = time === 'night' || time === 'storm' ? 0 : 3;
	const [x, y] = [canvas.width * random.between(0.2, 0.6), horizon * random.between(0.25, 0.5)];
	const colors = [mix(palette.shadow, INK, 0.45)];
	for (let bird = 0; bird < (isFlock ? 7 : count); bird += 1) {
		const side = unit * random.between(0.03, isFlock ? 0.075 : 0.045);
		const [dx, dy] = [random.between(-0.3, 0.3), random.between(-0.14, 0.14)];
		const box = { x: x + unit * dx, y: y + unit * dy, width: side, height: side };
		drawPolygons(canvas, GULL, box, { colors });
	}
}
