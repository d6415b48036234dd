import { renderTone } from '../rendering/tone.mts';
import { appInput, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

/** Media inputs in every format that an app can declare; outputs an image and a sound. */
export const allMedia: SampleApp = {
	id: 57004,
	name: 'All Media',
	description: 'Lists the media that it was given and plays a tone that depends on them.',
	inputs: [
		appInput('1:Picture.image', { label: 'Picture', type: 'image', isMedia: true }),
		appInput('2:Sound.audio', { label: 'Sound', type: 'audio', isMedia: true }),
		appInput('3:Film.video', { label: 'Film', type: 'video', isMedia: true }),
		appInput('4:LoadVideo.video', {
			label: 'Film to Load',
			type: 'hidden',
			isMedia: true,
			value: 'clip.mp4',
			options: { values: ['clip.mp4', 'holiday.mov'] },
		}),
		appInput('5:LoadAudio.audio', {
			label: 'Sound to Load',
			type: 'hidden',
			isMedia: true,
			options: { values: ['bell.wav'] },
		}),
		appInput('6:VHS_Load_Image.image', { label: 'Picture to Load', type: 'combo', isMedia: true }),
		appInput('7:Source.file', {
			label: 'Picture by Default',
			type: 'hidden',
			isMedia: true,
			value: '/samples/landscape.png',
		}),
	],
	outputs(values) {
		const sound = {
			ext: '.wav',
			render: async () => renderTone(JSON.stringify(values)),
		} as const;
		return [valueSheet('All Media', values), sound];
	},
};
