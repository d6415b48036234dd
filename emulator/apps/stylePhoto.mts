import { renderCard } from '../rendering/card.mts';
import { encodePicture, type Picture } from '../rendering/picture.mts';
import { appInput, type SampleApp } from './app.mts';

const PHOTO = '4:LoadImage.image';
const STYLE = '5:LoadImage.image';
const STRENGTH = '8:ColorTransfer.strength';
const EXAMPLES = { values: ['file1.png', 'file2.jpg'] };

/** Two images to one: the first in the colors of the second. */
export const stylePhoto: SampleApp = {
	id: 57108,
	name: 'Style a Photo',
	description: 'Gives a photo the colors of a style picture.',
	inputs: [
		appInput(PHOTO, {
			...{ label: 'Photo', type: 'hidden', isMedia: true, options: EXAMPLES },
			value: '/samples/portrait.png',
		}),
		appInput(STYLE, {
			...{ label: 'Style Picture', type: 'hidden', isMedia: true, options: EXAMPLES },
			value: '/samples/landscape.png',
		}),
		appInput(STRENGTH, {
			label: 'Strength',
			type: 'slider',
			value: 80,
			options: { max: 100, min: 0, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs(values, { media }) {
		const strength = Math.min(Math.max(0, Number(values[STRENGTH])), 100) / 100;

		async function render(): Promise<Buffer> {
			const photo = await media.picture(values[PHOTO]);
			const style = await media.picture(values[STYLE]);
			if (photo && style) return transferColors(photo, style, strength);
			const footnote = `In the style of ${values[STYLE]}`;
			return renderCard({ text: `${values[PHOTO]}`, footnote, pattern: footnote });
		}
		return [{ ext: '.png', render }];
	},
};

const RGBA = 4;

/** The mean of a channel, and how far its tones are from it. */
type Spread = { readonly mean: number; readonly deviation: number };

/**
 * Moves the tones of each channel to the mean and the deviation that they have in the style.
 * Returns a PNG; alpha is unchanged.
 */
function transferColors(photo: Picture, style: Picture, strength: number): Promise<Buffer> {
	const { data } = photo.bitmap;
	for (let channel = 0; channel < RGBA - 1; channel += 1) {
		const from = spreadOf(data, channel);
		const to = spreadOf(style.bitmap.data, channel);
		const factor = from.deviation === 0 ? 0 : to.deviation / from.deviation;
		for (let at = channel; at < data.length; at += RGBA) {
			const tone = data[at]!;
			const styled = to.mean + (tone - from.mean) * factor;
			data[at] = Math.min(Math.max(0, Math.round(tone + (styled - tone) * strength)), 255);
		}
	}
	return encodePicture(photo);
}

function spreadOf(data: Uint8Array, channel: number): Spread {
	let [sum, squares] = [0, 0];
	for (let at = channel; at < data.length; at += RGBA) {
		sum += data[at]!;
		squares += data[at]! ** 2;
	}
	const count = Math.max(1, data.length / RGBA);
	const mean = sum / count;
	return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean ** 2)) };
}
