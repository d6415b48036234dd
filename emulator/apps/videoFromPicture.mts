import { decodePicture, type Picture } from '../rendering/picture.mts';
import { renderScene } from '../rendering/scene.mts';
import { FRAMES_PER_SECOND, renderPan, VIDEO_SIZE } from '../rendering/video.mts';
import { appInput, type SampleApp } from './app.mts';

const PICTURE = '4:LoadImage.image';
const PROMPT = '6:CLIPTextEncode.text';
const SECONDS = '12:CreateVideo.seconds';
/** Wider than the video, so that there is something to pan over. */
const WIDE = { width: 1.5 * VIDEO_SIZE.width, height: VIDEO_SIZE.height };

/** Image to video: the camera passes the picture. What it can't open, it draws from the prompt. */
export const videoFromPicture: SampleApp = {
	id: 57109,
	name: 'Video from Picture',
	description: 'Pans over a picture.',
	inputs: [
		appInput(PICTURE, {
			...{ label: 'Picture', type: 'hidden', isMedia: true },
			options: { values: ['file1.png', 'file2.jpg'] },
			value: '/samples/landscape.png',
		}),
		appInput(PROMPT, {
			...{ label: 'Prompt', type: 'customtext' },
			value: 'The camera moves slowly to the right',
		}),
		appInput(SECONDS, {
			label: 'Seconds',
			type: 'int',
			value: 2,
			options: { max: 5, min: 1, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs(values, { media }) {
		const seconds = Math.min(Math.max(1, Math.trunc(Number(values[SECONDS]))), 5);

		async function render(): Promise<Buffer> {
			const picture = (await media.picture(values[PICTURE])) ?? (await drawn());
			picture.cover({ w: WIDE.width, h: WIDE.height });
			return renderPan(picture, { frames: seconds * FRAMES_PER_SECOND, ...VIDEO_SIZE });
		}

		async function drawn(): Promise<Picture> {
			const scene = await renderScene({ prompt: String(values[PROMPT]), seed: 0, ...WIDE });
			return (await decodePicture(scene))!;
		}
		return [{ ext: '.mp4', render }];
	},
};
