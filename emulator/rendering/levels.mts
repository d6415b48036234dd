import { encodePicture, type Picture } from './picture.mts';

const CHANNELS: Readonly<Record<string, readonly number[]>> = {
	red: [0],
	green: [1],
	blue: [2],
};
const ALL_CHANNELS = [0, 1, 2];

/**
 * Adjusts the gamma so that `grayPoint` (0 to 255) becomes medium gray, in one channel or in all
 * three. Returns a PNG; alpha is unchanged.
 */
export function adjustLevels(
	picture: Picture,
	channel: string,
	grayPoint: number,
): Promise<Buffer> {
	const { data } = picture.bitmap;
	const curve = levelsCurve(grayPoint);
	for (const offset of CHANNELS[channel] ?? ALL_CHANNELS) {
		for (let at = offset; at < data.length; at += 4) data[at] = curve[data[at]!]!;
	}
	return encodePicture(picture);
}

function levelsCurve(grayPoint: number): Uint8Array {
	const middle = Math.min(Math.max(1, grayPoint), 254) / 255;
	const gamma = Math.log(0.5) / Math.log(middle);
	return Uint8Array.from({ length: 256 }, (_, tone) => Math.round(255 * (tone / 255) ** gamma));
}
