import { createHash } from 'node:crypto';
import { intToRGBA, Jimp } from 'jimp';
import { encodePicture, type Picture, sideOf } from './picture.mts';
import { type Area, heightOf, writeText } from './text.mts';

/** An image with text on a pattern. Sizes are in pixels. */
export type Card = {
	readonly width?: number;
	/** `fitting`: the height of the text. */
	readonly height?: number | 'fitting';
	readonly text: string;
	readonly footnote: string;
	/** Seeds the background pattern. */
	readonly pattern: string;
};

/** The margin is this fraction of the shorter side. */
const MARGINS = 16;

/** Renders a card as PNG, 16 to 4096 pixels a side. The same card gives the same bytes. */
export async function renderCard({ width = 512, height = 384, ...card }: Card): Promise<Buffer> {
	const text = card.footnote ? `${card.text}\n\n${card.footnote}` : card.text;
	const tall = height === 'fitting' ? await fittingHeight(text, sideOf(width)) : height;
	const picture: Picture = new Jimp({ width: sideOf(width), height: sideOf(tall) });
	paintPattern(picture, `${card.pattern}\n${card.text}\n${card.footnote}`);
	await writeText(picture, text, withinMargin(picture));
	return encodePicture(picture);
}

/** Assumes the widest possible margin; the shorter side may turn out to be the height. */
async function fittingHeight(text: string, width: number): Promise<number> {
	const margin = Math.round(width / MARGINS);
	return (await heightOf(text, width - 2 * margin, width)) + 2 * margin;
}

function withinMargin({ bitmap: { width, height } }: Picture): Area {
	const margin = Math.round(Math.min(width, height) / MARGINS);
	return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** Keeps each color channel below one half, so that white text is readable. */
const DARK = 0x7f7f7f7f;

/** Fills an image with a gradient between two colors that are derived from `source`. */
function paintPattern({ bitmap: { width, height, data } }: Picture, source: string): void {
	const digest = createHash('sha256').update(source).digest();
	const [from, to] = [0, 4].map((at) => intToRGBA(digest.readUInt32BE(at) & DARK));
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const share = (x / width + y / height) / 2;
			const at = (y * width + x) * 4;
			data[at] = from!.r + (to!.r - from!.r) * share;
			data[at + 1] = from!.g + (to!.g - from!.g) * share;
			data[at + 2] = from!.b + (to!.b - from!.b) * share;
			data[at + 3] = 255;
		}
	}
}

const SAMPLES: ReadonlyMap<string, Card> = new Map([
	['landscape.png', sample('landscape', 320, 200)],
	['portrait.png', sample('portrait', 200, 260)],
]);

/** The sample image with this name as PNG, if there is one. */
export async function renderSample(name: string): Promise<Buffer | undefined> {
	const card = SAMPLES.get(name);
	return card && renderCard(card);
}

function sample(pattern: string, width: number, height: number): Card {
	return { width, height, text: `Sample ${pattern}`, footnote: '', pattern };
}
