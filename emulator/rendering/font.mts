import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { loadFont } from 'jimp';
import { decodePicture } from './picture.mts';

/** A bitmap font as jimp's `print` takes it. */
export type Font = Awaited<ReturnType<typeof loadFont>>;

/**
 * Reads one of the fonts that come with jimp (`.fnt`: AngelCode's XML form), without kerning.
 * jimp's own `loadFont` imports Node's `fs` dynamically, which fails in a CommonJS test run.
 */
export async function readFont(path: string): Promise<Font> {
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
