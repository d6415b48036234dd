import { writeCaption } from '../rendering/caption.mts';
import { renderCard } from '../rendering/card.mts';
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
