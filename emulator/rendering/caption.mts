import { encodePicture, type Picture } from './picture.mts';
import { writeText, type Area } from './text.mts';

export type CaptionPlace = 'top' | 'bottom';

const RGBA = 4;

/** Writes a caption on a darkened quarter of an image; returns a PNG. */
export async function writeCaption(
	picture: Picture,
	text: string,
	place: CaptionPlace,
): Promise<Buffer> {
	const { width, height } = picture.bitmap;
	const band = Math.ceil(height / 4);
	const area = { x: 0, y: place === 'top' ? 0 : height - band, width, height: band };
	darken(picture, area);
	const margin = Math.round(band / 8);
	const inner = { x: margin, y: area.y + margin, width: width - 2 * margin, height: band - margin };
	await writeText(picture, text, inner);
	return encodePicture(picture);
}

/** Darkens rows to a quarter of their brightness, so that white text is readable on them. */
function darken({ bitmap: { data, width } }: Picture, { y, height }: Area): void {
	const rows = data.subarray(y * width * RGBA, (y + height) * width * RGBA);
	for (let at = 0; at < rows.length; at += 1) {
		const isAlpha = at % RGBA === RGBA - 1;
		rows[at] = isAlpha ? 255 : rows[at]! >> 2;
	}
}
