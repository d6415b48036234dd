import { Jimp } from 'jimp';
import { paintPattern } from './pattern.mts';
import { encodePicture, sideOf, type Picture } from './picture.mts';
import { heightOf, writeText, type Area } from './text.mts';

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
