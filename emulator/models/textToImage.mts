import type { OutputFile } from '../apps/app.mts';
import { seedOf } from '../apps/seed.mts';
import { renderScene } from '../rendering/scene.mts';
import type { SampleModel } from './model.mts';

const MAX_PICTURES = 4;

/** Text to image: up to four images, with consecutive seeds. */
export const textToImage: SampleModel = {
	endpoint: 'sample-painter/text-to-image',
	parameters: [
		{ name: 'prompt', type: 'text' },
		{ name: 'width', type: 'number', value: 512 },
		{ name: 'height', type: 'number', value: 384 },
		{ name: 'num_images', type: 'number', value: 1 },
		{ name: 'seed', type: 'number', value: -1 },
	],
	outputs(values, requestId) {
		const wanted = Math.trunc(Number(values['num_images']));
		const count = Math.min(Math.max(1, wanted), MAX_PICTURES);
		const [width, height] = [Number(values['width']), Number(values['height'])];
		const firstSeed = seedOf(Number(values['seed']), requestId);
		const prompt = String(values['prompt']);

		function picture(index: number): OutputFile {
			const seed = firstSeed + index;
			return { ext: '.png', render: () => renderScene({ prompt, seed, width, height }) };
		}
		return { images: Array.from({ length: count }, (_, index) => picture(index)) };
	},
};
