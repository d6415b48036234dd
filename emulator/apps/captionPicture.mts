import { renderCard } from '../rendering/card.mts';
import { encodePicture, type Picture } from '../rendering/picture.mts';
import { type Area, writeText } from '../rendering/text.mts';
import { appInput, type SampleApp } from './app.mts';

/** Image and text to image: the text on a dark band of the image. */
export const captionPicture: SampleApp = {
	id: 57102,
	name: 'Caption a Picture',
	description: 'Writes a caption on a picture.',
	inputs: [
		appInput('4:LoadImage.image', {
			label: 'Picture',
			type: 'hidden',
			isMedia: true,
			value: '/samples/portrait.png',
			options: { values: ['file1.png', 'file2.jpg'] },
		}),
		appInput('9:Caption.text', {
			label: 'Caption',
			type: 'customtext',
			value: 'Greetings from the garden',
		}),
		appInput('9:Caption.place', {
			label: 'Place',
			type: 'combo',
			value: 'bottom',
			options: { values: ['top', 'bottom'] },
		}),
	],
	outputs(values, { media }) {
		const address = values['4:LoadImage.image'];
		const text = String(values['9:Caption.text']);
		const place = values['9:Caption.place'] === 'top' ? 'top' : 'bottom';

		async function render(): Promise<Buffer> {
			const picture = await media.picture(address);
			if (picture) return writeCaption(picture, text, place);
			return renderCard({ text, footnote: `Caption for ${address}`, pattern: text });
		}
		return [{ ext: '.png', render }];
	},
};

const RGBA = 4;

/** Writes a caption on a darkened quarter of an image; returns a PNG. */
async function writeCaption(
	picture: Picture,
	text: string,
	place: 'top' | 'bottom',
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
