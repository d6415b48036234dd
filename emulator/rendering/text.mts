import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type loadFont, measureTextHeight } from 'jimp';
import { SANS_16_WHITE, SANS_32_WHITE, SANS_8_WHITE } from 'jimp/fonts';
import { decodePicture, type Picture } from './picture.mts';

/** A rectangle within an image, in pixels. */
export type Area = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
};

const MIN_WIDTH = 48;
const fonts = new Map<string, Promise<Font>>();

/** Writes white text into an area, in a font size that suits the image; none if too narrow. */
export async function writeText(picture: Picture, text: string, area: Area): Promise<void> {
	if (area.width < MIN_WIDTH) return;
	const font = await loaded(fontFor(picture.bitmap.width, text));
	const { x, width: maxWidth, height: maxHeight } = area;
	let { y } = area;
	for (const line of text.split('\n')) {
		const place = { font, x, y, maxWidth, maxHeight };
		picture.print({ ...place, text: line || ' ', cb: (end) => (y = end.y) });
		if (y > picture.bitmap.height) return;
	}
}

/** The height of a text that is wrapped to `width`, in an image `pictureWidth` wide. */
export async function heightOf(text: string, width: number, pictureWidth: number): Promise<number> {
	const font = await loaded(fontFor(pictureWidth, text));
	const heights = text.split('\n').map((line) => measureTextHeight(font, line || ' ', width));
	return heights.reduce((sum, height) => sum + height, 0);
}

function fontFor(width: number, text: string): string {
	if (width < 200) return SANS_8_WHITE;
	return width < 400 || text.length > 240 ? SANS_16_WHITE : SANS_32_WHITE;
}

function loaded(path: string): Promise<Font> {
	const font = fonts.get(path) ?? readFont(path);
	fonts.set(path, font);
	return font;
}

/** A bitmap font as jimp's `print` takes it. */
export type Font = Awaited<ReturnType<typeof loadFont>>;

/**
 * Reads one of the fonts that come with jimp (`.fnt`: AngelCode's XML form), without kerning.
 * jimp's own `loadFont` imports Node's `fs` dynamically, which fails in a CommonJS test run.
 */
async function readFont(path: string): Promise<Font> {
	const xml = await readFile(path, 'utf8');
	const [common] = elements(xml, 'common').map(asNumbers);
	const files = elements(xml, 'page').map(({ file }) => join(dirname(path), String(file)));
	const glyphs = elements(xml, 'char').map(asNumbers);
	return {
		chars: Object.fromEntries(glyphs.map((glyph) => [String.fromCharCode(glyph['id']!), glyph])),
		kernings: {},
		common,
		info: {},
		pages: await Promise.all(files.map(async (file) => decodePicture(await readFile(file)))),
	} as unknown as Font;
}

/** The attributes of all XML elements with this name. */
function elements(xml: string, name: string): Array<Record<string, string>> {
	const tags = xml.matchAll(new RegExp(`<${name} ([^>]*)>`, 'g'));
	return Array.from(tags, ([, attributes = '']) => {
		const pairs = attributes.matchAll(/(\w+)="([^"]*)"/g);
		return Object.fromEntries(Array.from(pairs, ([, key, value]) => [key, value]));
	});
}

function asNumbers(attributes: Record<string, string>): Record<string, number> {
	const entries = Object.entries(attributes).map(([name, value]) => [name, Number(value)]);
	return Object.fromEntries(entries);
}
