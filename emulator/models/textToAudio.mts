import { renderTone } from '../rendering/tone.mts';
import type { SampleModel } from './model.mts';

/** Text to audio, at an endpoint of three segments: outputs a tone and the text. */
export const textToAudio: SampleModel = {
	endpoint: 'sample-singer/text-to-audio/fast',
	parameters: [{ name: 'lyrics', type: 'text' }],
	outputs({ lyrics }) {
		const text = String(lyrics);
		return { audios: [{ ext: '.wav', render: async () => renderTone(text) }], texts: [text] };
	},
};
