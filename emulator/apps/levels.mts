import { renderCard } from '../rendering/card.mts';
import { encodePicture, type Picture } from '../rendering/picture.mts';
import { appInput, type SampleApp } from './app.mts';

/** Image to image: adjusts the mid tones of one channel or of all three. */
export const levels: SampleApp = {
	id: 56258,
	name: 'Levels',
	description: 'Brightens or darkens the mid tones of a picture.',
	inputs: [
		appInput('18:LoadImage.image', {
			label: 'Picture',
			type: 'hidden',
			isMedia: true,
			value: '/samples/landscape.png',
			options: { values: ['file1.png', 'file2.jpg'] },
		}),
		appInput('27:LayerColor: Levels.channel', {
			label: 'Channel',
			type: 'combo',
			value: 'RGB',
			options: { values: ['RGB', 'red', 'green', 'blue'] },
		}),
		appInput('27:LayerColor: Levels.gray_point', {
			label: 'Gray Point',
			type: 'slider',
			value: 127,
			options: { max: 255, min: 0, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs(values, { media }) {
		const address = values['18:LoadImage.image'];
		const channel = String(values['27:LayerColor: Levels.channel']);
		const grayPoint = Number(values['27:LayerColor: Levels.gray_point']);

		async function render(): Promise<Buffer> {
			const picture = await media.picture(address);
			if (picture) return adjustLevels(picture, channel, grayPoint);
			const footnote = `${channel} ${grayPoint}`;
			return renderCard({ text: `Levels of ${address}`, footnote, pattern: footnote });
		}
		return [{ ext: '.png', render }];
	},
};

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
function adjustLevels(picture: Picture, channel: string, grayPoint: number): Promise<Buffer> {
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
