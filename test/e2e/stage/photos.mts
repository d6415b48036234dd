import { Jimp } from 'jimp';
import type { Picture } from '../../../emulator/rendering/picture.mts';
import type { FormFile } from './webhookCalls.mts';

export type PhotoType = 'image/png' | 'image/jpeg';

const EXTENSIONS: Readonly<Record<PhotoType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** An image with tones of all kinds: dark at its left, light at its right, greener downwards. */
export function drawPhoto(width: number, height: number): Picture {
	const photo: Picture = new Jimp({ width, height, color: 0x000000ff });
	const { data } = photo.bitmap;
	for (let pixel = 0; pixel < width * height; pixel++) {
		const [x, y] = [pixel % width, Math.floor(pixel / width)];
		const tone = Math.round((255 * x) / width);
		data.set([tone, Math.round((255 * y) / height), 255 - tone], pixel * 4);
	}
	return photo;
}

/** The image as a browser or curl would send it from the field `photo` of a form. */
export async function asFormFile(photo: Picture, mimeType: PhotoType): Promise<FormFile> {
	const content = await photo.getBuffer(mimeType);
	return { field: 'photo', fileName: `photo.${EXTENSIONS[mimeType]}`, mimeType, content };
}

/** How far apart the tones of two images of one size are, on average, from 0 to 255. */
export function toneDifference(one: Picture, other: Picture): number {
	const differences = [...one.bitmap.data].map((tone, at) =>
		Math.abs(tone - (other.bitmap.data[at] ?? 0)),
	);
	return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
}
