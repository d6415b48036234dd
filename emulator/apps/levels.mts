import { renderCard } from '../rendering/card.mts';
import { adjustLevels } from '../rendering/levels.mts';
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
