import { constants } from 'node:zlib';
import { defaultFormats, Jimp, PNGFilterType } from 'jimp';

/** A decoded image that can be changed in place. */
export type Picture = InstanceType<typeof Jimp>;

/** The first bytes of each file format, in hexadecimal. */
const SIGNATURES: Readonly<Record<string, string>> = {
	'image/png': '89504e47',
	'image/jpeg': 'ffd8ff',
	'image/gif': '47494638',
	'image/bmp': '424d',
};

/**
 * Decodes a PNG, JPEG, GIF or BMP file; undefined for anything else. jimp's own `read`
 * imports its file type detection dynamically, which fails in a CommonJS test run.
 */
export async function decodePicture(bytes: Buffer): Promise<Picture | undefined> {
	const start = bytes.subarray(0, 4).toString('hex');
	const isOf = (mime: string) => start.startsWith(SIGNATURES[mime] ?? 'none');
	const format = defaultFormats.map((create) => create()).find(({ mime }) => isOf(mime));
	try {
		const bitmap = await format?.decode(bytes);
		if (!bitmap) return undefined;
		const picture: Picture = new Jimp({ width: bitmap.width, height: bitmap.height });
		picture.bitmap.data.set(bitmap.data);
		return picture;
	} catch {
		return undefined;
	}
}

/** Encodes an image as PNG. Without row filters, which is fast and suits flat colors. */
export function encodePicture(picture: Picture): Promise<Buffer> {
	const filterType = PNGFilterType.NONE;
	const deflateStrategy = constants.Z_DEFAULT_STRATEGY;
	return picture.getBuffer('image/png', { filterType, deflateStrategy, deflateLevel: 6 });
}

/** The length of a side in pixels, brought into 16 to 4096. */
export function sideOf(wanted: number): number {
	return Math.min(Math.max(16, Math.round(wanted) || 16), 4096);
}
