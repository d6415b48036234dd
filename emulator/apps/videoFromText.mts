import { decodePicture } from '../rendering/picture.mts';
import { renderScene } from '../rendering/scene.mts';
import { FRAMES_PER_SECOND, renderPan, VIDEO_SIZE } from '../rendering/video.mts';
import { appInput, type SampleApp, seedOf } from './app.mts';

const SEED = '9:RandomNoise.noise_seed';

/** Text to video: a landscape with the things that the prompt names, as the camera passes it. */
export const videoFromText: SampleApp = {
	id: 57107,
	name: 'Video from Text',
	description: 'Pans over a small scene of what the prompt is about.',
	inputs: [
		appInput('6:CLIPTextEncode.text', {
			label: 'Prompt',
			type: 'customtext',
			value: 'A lighthouse at dawn',
		}),
		appInput('12:CreateVideo.seconds', {
			label: 'Seconds',
			type: 'int',
			value: 2,
			options: { max: 5, min: 1, precision: 0, step: 10, step2: 1 },
		}),
		appInput(SEED, { label: 'Seed', type: 'seed', value: -1 }),
	],
	outputs(values, { requestId }) {
		const prompt = String(values['6:CLIPTextEncode.text']);
		const seed = seedOf(values[SEED], requestId);
		const seconds = Math.min(Math.max(1, Math.trunc(Number(values['12:CreateVideo.seconds']))), 5);

		async function render(): Promise<Buffer> {
			const wide = { width: 2 * VIDEO_SIZE.width, height: VIDEO_SIZE.height };
			const picture = await decodePicture(await renderScene({ prompt, seed, ...wide }));
			return renderPan(picture!, { frames: seconds * FRAMES_PER_SECOND, ...VIDEO_SIZE });
		}
		return [{ ext: '.mp4', render }];
	},
};
