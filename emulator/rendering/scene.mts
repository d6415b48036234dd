import { createHash } from 'node:crypto';
import { Jimp } from 'jimp';
import { colorsOf, gradient, mix, rgb, type Color, type Colors } from './color.mts';
import { encodePicture, sideOf, type Picture } from './picture.mts';
import { createRenderCache } from './renderCache.mts';

export type SceneOrder = {
	readonly prompt: string;
	readonly seed: number;
	/** In pixels; brought into 16 to 4096. */
	readonly width: number;
	readonly height: number;
};

/** How much of a pixel is covered: nothing below 0, all of it above 1. */
type Share = (x: number, y: number) => number;
/** The height of the ground at `x`. */
type Ground = (x: number) => number;

type Scene = ReturnType<typeof planScene>;

/** By time of day; the first one that the prompt has a word of counts. */
const NIGHT = light(
	/^(night|midnight|moon\w*|stars?|starry)$/,
	'050a22 0f1c46 2a4379 47639a fbf4d9 30477c 080e26 35528a 182c5c 081230',
);
const STORM = light(
	/^(storm\w*|rain\w*|thunder\w*)$/,
	'333d4c 57636f 8b97a0 bcc4c6 d5dada 7d898f 2a373c a0acb0 617480 344854',
);
const DAWN = light(
	/^(dawn|sunrise|morning|mist\w*|fog\w*)$/,
	'34508c 8f8fc0 e6a9ac ffe3b8 fff6d8 a498b8 26395a f3c8ad 8d92b4 3c5a8a',
);
const SUNSET = light(
	/^(sunset|evening|golden|dusk|twilight|autumn)$/,
	'2a1e55 7c3272 dc5f5c ffc874 fff0b8 8a4068 1f1233 f39a62 a34a6a 3a2154',
);
const DAY = light(
	/^(day|noon|sun|sunny|summer|spring|afternoon)$/,
	'3b8fd9 79bbec c5e6f6 eef8f6 fff6cf 96c4b4 33703f 9fd3e2 4a9fc4 1f6b9a',
);
const LIGHTS = [NIGHT, STORM, DAWN, SUNSET, DAY];

const NAMES = 'red orange yellow green blue purple pink brown white black'.split(' ');
const COLORS = colorsOf('cf3a30 e8832a f0c843 3f9a58 2f6fc4 7d4fa3 ea7fa8 7a5236 f6f4ee 2a2830');
const [WHITE, INK] = [rgb('f6f4ee'), rgb('201e26')];

const SEA = /^(sea|ocean|water|lake|harbou?r|bay|shore|beach|boats?|ships?|sail\w*|yachts?)$/;
const COAST = /^(lighthouse|cliffs?|coast|island)$/;
const LAND = /^(hills?|meadow|fields?|garden|valley|desert|forest|woods?|trees?|snow\w*|winter)$/;
const PEAKS = /^(mountains?|peaks?|alps?|snow\w*|winter)$/;
const SNOW = /^(snow\w*|winter|ice|icy)$/;
const BIRDS = /^(birds?|gulls?|seagulls?|swallows?|crows?|herons?)$/;

/** In a square of 100 by 100; those without a color have the first one that the prompt names. */
type Thing = {
	readonly words: RegExp;
	readonly size: number;
	readonly on: 'wood' | 'land' | 'sea';
	/** Color, top and bottom, then left and right end at the top and at the bottom. */
	readonly parts: readonly string[];
};

const THINGS: readonly Thing[] = [
	{
		words: /^(forest|woods?|trees?|firs?|pines?)$/,
		size: 0.2,
		on: 'wood',
		parts: [
			'3b2b26 84 104 46 54 46 54',
			'2f7350 0 46 50 50 32 68',
			'2a6848 24 68 46 54 26 74',
			'245c40 48 90 42 58 20 80',
		],
	},
	{
		words: /^(lighthouse|beacon|tower)$/,
		size: 0.5,
		on: 'land',
		parts: [
			'f6f0e4 26 104 43 57 37 63',
			'- 40 56 42 58 41 59',
			'- 72 88 40 60 38 62',
			'201e26 23 26 39 61 39 61',
			'ffd982 13 23 45 55 45 55',
			'- 4 13 50 50 42 58',
		],
	},
	{
		words: /^(boats?|ships?|sailboats?|yachts?|sails?)$/,
		size: 0.32,
		on: 'sea',
		parts: [
			'201e26 6 84 49 50 49 50',
			'f6f0e4 8 78 51 51 51 90',
			'f6f0e4 20 78 47 47 18 47',
			'- 83 100 8 94 22 82',
		],
	},
];

/** An order that is repeated isn't painted again. */
const painted = createRenderCache<Buffer>(16);

/** Paints sky and hills or sea as the words of a prompt say, as PNG. Same order, same bytes. */
export function renderScene({ prompt, seed, ...size }: SceneOrder): Promise<Buffer> {
	const order = { prompt, seed, width: sideOf(size.width), height: sideOf(size.height) };
	return painted(JSON.stringify(order), () => paintScene(order));
}

function paintScene({ prompt, seed, width, height }: SceneOrder): Promise<Buffer> {
	const picture: Picture = new Jimp({ width, height, color: 0x000000ff });
	const scene = planScene(picture, prompt, seed);
	const { has, random } = scene;
	paintSky(scene);
	if (has(PEAKS) || random() < 0.25) paintRidge(scene, 0);
	const isSea = has(SEA) || has(COAST) || (!has(LAND) && random() < 0.35);
	const ground = isSea ? paintSea(scene) : [1, 2, 3].map((depth) => paintRidge(scene, depth))[1]!;
	for (const thing of THINGS.filter(({ words }) => has(words))) paintThings(scene, thing, ground);
	return encodePicture(picture);
}

function planScene(picture: Picture, prompt: string, seed: number) {
	const { width, height } = picture.bitmap;
	let drawn = 0;
	// An order always gets the same numbers from 0 to 1.
	const random = () =>
		createHash('sha256').update(`${drawn++} ${seed} ${prompt}`).digest().readUInt32BE() / 2 ** 32;
	const words = prompt.toLowerCase().match(/\p{L}+/gu) ?? [];
	const has = (wanted: RegExp) => words.some((word) => wanted.test(word));
	return {
		...{ width, height, has, random },
		// Sizes are shares of the shorter side.
		unit: Math.min(width, height),
		horizon: height * (0.58 + 0.06 * random()),
		light: LIGHTS.find((each) => has(each.words)) ?? LIGHTS[2 + Math.floor(random() * 3)]!,
		// Things have the first color that the prompt names, sky and ground a tint of the last one.
		colors: words.map((word) => COLORS[NAMES.indexOf(word)]).filter((color) => color !== undefined),
		// Where things stand on the land, as a share of the width; sun or moon are on the other side.
		place: random() < 0.5 ? 0.27 : 0.73,
		/** Blends a gradient into the rows from `top` to `bottom`, up to `reach` to the left and right of `at`. */
		fill(colors: Colors, top: number, bottom: number, share: Share, at = 0, reach = width): void {
			const [left, right] = [Math.max(0, Math.floor(at - reach)), Math.min(width, at + reach)];
			for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
				const color = gradient(colors, (y - top) / (bottom - top));
				for (let x = left; x < right; x += 1) {
					const part = share(x + 0.5, y + 0.5);
					if (part > 0) blend(picture, x, y, color, part < 1 ? part : 1);
				}
			}
		},
	};
}

function blend({ bitmap }: Picture, x: number, y: number, color: Color, part: number): void {
	const { data, width } = bitmap;
	const at = (y * width + x) * 4;
	data[at]! += (color[0] - data[at]!) * part;
	data[at + 1]! += (color[1] - data[at + 1]!) * part;
	data[at + 2]! += (color[2] - data[at + 2]!) * part;
}

function paintSky(scene: Scene): void {
	const { width, height, horizon, unit, light, random, has, fill } = scene;
	fill([light.sky.at(-1)!], horizon, height, () => 1);
	fill(light.sky, 0, horizon, () => 1);
	for (const color of scene.colors.slice(-1))
		fill([color], 0, height, (_, y) => (0.25 * y) / horizon);
	for (let star = light === NIGHT ? 90 : 0; star > 0; star -= 1)
		paintDisc(scene, random() * width, random() * horizon, random() * unit * 0.004);
	const isLow = light === DAWN || light === SUNSET;
	const [x, y, radius] = [width * (1 - scene.place), horizon * (isLow ? 0.86 : 0.33), unit * 0.08];
	const reach = 5 * radius;
	const glow: Share = (atX, atY) => {
		return 0.6 * Math.max(0, 1 - Math.hypot(atX - x, atY - y) / reach) ** 2;
	};
	fill([light.disc], y - reach, y + reach, glow, x, reach);
	if (light !== STORM) paintDisc(scene, x, y, radius);
	for (let cloud = light === STORM ? 9 : 3; cloud > 0; cloud -= 1) paintCloud(scene);
	for (let bird = has(BIRDS) ? 6 : 0; bird > 0; bird -= 1) paintBird(scene);
}

function paintDisc({ fill, light }: Scene, x: number, y: number, radius: number): void {
	const share: Share = (atX, atY) => radius - Math.hypot(atX - x, atY - y) + 0.5;
	fill([light.disc], y - radius - 1, y + radius + 1, share, x, radius + 1);
}

/** Three heaps on a flat base. */
function paintCloud({ width, horizon, unit, light, random, fill }: Scene): void {
	const size = unit * (0.04 + 0.05 * random());
	const [x, y] = [width * random(), horizon * (0.12 + 0.6 * random())];
	const heaps = [-1.3, 0, 1.2].map((shift) => [x + shift * size, size * (0.5 + random() / 2)]);
	const cloud = mix(light.sky.at(-1)!, light.disc, 0.5);
	const cover: Share = (atX, atY) => {
		const depths = heaps.map(([at, high]) => high! - Math.hypot((atX - at!) * 0.55, atY - y));
		return 0.8 * Math.min(1, Math.max(...depths) + 0.5);
	};
	fill([cloud, mix(cloud, light.sky[1]!, 0.5)], y - size, y, cover, x, 3.2 * size + 1);
}

function paintBird({ width, horizon, unit, light, random, fill }: Scene): void {
	const span = unit * (0.014 + 0.014 * random());
	const [x, y] = [width * (0.2 + 0.6 * random()), horizon * (0.2 + 0.4 * random())];
	const wings: Share = (atX, atY) => {
		const out = Math.abs(atX - x) / span;
		const wing = y - span * 0.5 * Math.sin(out * 2.2);
		return out > 1 ? 0 : 1.2 - Math.abs(atY - wing) / (unit * 0.003);
	};
	fill([mix(INK, light.sky[1]!, 0.2)], y - span, y + span, wings, x, span + 1);
}

/** Mountains (depth 0), or hills, each nearer than those before (1 to 3). */
function paintRidge(scene: Scene, depth: number): Ground {
	const { height, horizon, unit, light } = scene;
	const by = unit * (depth === 0 ? 0.13 : 0.04 + 0.01 * depth);
	const at = horizon - by + depth ** 1.5 * 0.085 * height;
	const ground = createWave(scene, depth === 0 ? 2.2 : 1.2, by, at);
	const own = gradient(light.land, (depth + 0.4) / 3.4);
	fillGround(scene, mix(own, scene.colors.at(-1) ?? own, 0.14 * depth), at - 1.7 * by, ground);
	return ground;
}

function fillGround(scene: Scene, own: Color, top: number, ground: Ground): void {
	const { light, has, height, fill } = scene;
	const shade = has(SNOW) ? mix(own, WHITE, light === NIGHT ? 0.5 : 0.8) : own;
	fill([mix(shade, light.sky.at(-1)!, 0.4), shade], top, height, (x, y) => y - ground(x) + 0.5);
}

/** The sea with light on it and, if the prompt asks for it, a cliff; returns the ground. */
function paintSea(scene: Scene): Ground {
	const { width, height, horizon, unit, light, has, place, random, fill } = scene;
	fill(light.sea, horizon, height, () => 1);
	for (const color of scene.colors.slice(-1)) fill([color], horizon, height, () => 0.3);
	for (let glint = 0; glint < 40; glint += 1) {
		const near = random() ** 1.5;
		const [y, size] = [horizon + near * (height - horizon), unit * (0.02 + 0.08 * near)];
		const x = width * (1 - place) + (random() - 0.5) * 3 * size;
		const thin = Math.max(1, size * 0.06);
		const share: Share = (atX, atY) => 2 - 2 * Math.hypot((atX - x) / size, (atY - y) / thin);
		const glimmer: Share = (atX, atY) => 0.7 * Math.min(1, share(atX, atY));
		fill([light.disc], y - thin, y + thin, glimmer, x, size);
	}
	if (!has(COAST)) return () => horizon;
	const top = createWave(scene, 2.5, unit * 0.015, horizon - unit * 0.07);
	const reach = (x: number) => Math.max(0, (place < 0.5 ? x : width - x) / width - 0.4);
	const ground: Ground = (x) => top(x) + reach(x) ** 1.5 * 9 * unit;
	fillGround(scene, gradient(light.land, 0.8), horizon - unit * 0.1, ground);
	return ground;
}

/** Waves on top of each other, each finer and lower than the one before. */
function createWave({ width, random }: Scene, waves: number, by: number, at: number): Ground {
	const layers = [1, 2.3, 5.1].map((factor) => [factor, random() * 7] as const);
	const wave = (x: number) => {
		const angle = (waves * 2 * Math.PI * x) / width;
		const heights = layers.map(([factor, start]) => Math.sin(angle * factor + start) / factor);
		return at - by * heights.reduce((sum, each) => sum + each);
	};
	const known = new Map<number, number>();
	return (x) => {
		const height = known.get(x) ?? wave(x);
		known.set(x, height);
		return height;
	};
}

function paintThings(scene: Scene, { size, on, parts }: Thing, ground: Ground): void {
	const { width, height, horizon, unit, place, random } = scene;
	for (let index = on === 'wood' ? 9 : 1; index > 0; index -= 1) {
		const x = width * { wood: random(), land: place, sea: 1 - place }[on];
		const y = on === 'sea' ? (2 * horizon + height) / 3 : ground(x);
		const scale = (unit * size * (on === 'wood' ? 0.6 + 0.6 * random() : 1)) / 100;
		for (const part of parts) paintPart(scene, part, x - 50 * scale, y - 100 * scale, scale);
	}
}

function paintPart(scene: Scene, part: string, x: number, y: number, scale: number): void {
	const [color = '', ...numbers] = part.split(' ');
	const [top = 0, bottom = 0, left = 0, right = 0, toLeft = 0, toRight = 0] = numbers.map(Number);
	const own = color === '-' ? (scene.colors[0] ?? rgb('cf3a30')) : rgb(color);
	const between: Share = (atX, atY) => {
		const down = ((atY - y) / scale - top) / (bottom - top);
		const from = x + (left + (toLeft - left) * down) * scale;
		return Math.min(atX - from, x + (right + (toRight - right) * down) * scale - atX) + 0.5;
	};
	const colors = [mix(own, scene.light.land[1]!, 0.2)];
	const [from, to] = [y + top * scale, y + bottom * scale];
	scene.fill(colors, from, to, between, x + 50 * scale, 51 * scale + 1);
}

/** Reads ten colors: four for the sky, one for the sun or the moon, two for the land, three for the sea. */
function light(words: RegExp, list: string) {
	const colors = colorsOf(list);
	const [sky, land, sea] = [colors.slice(0, 4), colors.slice(5, 7), colors.slice(7)];
	return { words, sky, disc: colors[4]!, land, sea };
}
