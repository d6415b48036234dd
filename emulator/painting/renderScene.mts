import { Jimp } from 'jimp';
import { encodePicture, type Picture } from '../rendering/picture.mts';
import { paintBackdrop } from './backdrop.mts';
import { createCanvas } from './canvas.mts';
import { paintCoast } from './coast.mts';
import { paintCountry } from './country.mts';
import { PALETTES, snowy, type TimeOfDay } from './palettes.mts';
import { readPrompt } from './prompt.mts';
import { createRandom } from './random.mts';
import type { Scene } from './scene.mts';
import { paintSky } from './sky.mts';
import { drawAloft } from './subjects.mts';
import { paintWeather } from './weather.mts';

export type SceneOrder = {
	readonly prompt: string;
	readonly seed: number;
	/** In pixels; brought into 16 to 4096. */
	readonly width: number;
	readonly height: number;
};

const SIDE = { least: 16, most: 4096 };
const BLACK = 0x000000ff;
/** For prompts that name none; some are more frequent. */
const TIMES: readonly TimeOfDay[] = ['dawn', 'day', 'day', 'sunset', 'sunset', 'dusk', 'night'];

/** Paints a landscape with the things that a prompt names, as PNG. Same order, same bytes. */
export function renderScene(order: SceneOrder): Promise<Buffer> {
	const [width, height] = [side(order.width), side(order.height)];
	const picture: Picture = new Jimp({ width, height, color: BLACK });
	const scene = planScene(picture, order);
	const { brief, random } = scene;
	paintSky(scene);
	paintBackdrop(scene);
	if (brief.hasSea || (!brief.hasLand && random.next() < 0.4)) paintCoast(scene);
	else paintCountry(scene);
	drawAloft(scene);
	paintWeather(scene);
	return encodePicture(picture);
}

function planScene(picture: Picture, { prompt, seed }: SceneOrder): Scene {
	const { width, height } = picture.bitmap;
	const random = createRandom(`${seed}\n${prompt}`);
	const brief = readPrompt(prompt);
	const time = brief.time ?? random.pick(TIMES);
	return {
		canvas: createCanvas(picture),
		random,
		time,
		palette: brief.has('snow') ? snowy(PALETTES[time]) : PALETTES[time],
		brief,
		unit: Math.min(width, height),
		horizon: Math.round(height * random.between(0.58, 0.64)),
		landIsLeft: random.next() < 0.5,
	};
}

function side(wanted: number): number {
	return Math.min(Math.max(SIDE.least, Math.round(wanted) || SIDE.least), SIDE.most);
}
