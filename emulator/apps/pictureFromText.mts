import { renderScene } from '../rendering/scene.mts';
import { appInput, type SampleApp, seedOf } from './app.mts';

const SAMPLERS = ['euler', 'euler_ancestral', 'heun', 'dpmpp_2m', 'dpmpp_sde', 'ddim', 'uni_pc'];
const SCHEDULERS = ['simple', 'normal', 'karras', 'exponential', 'sgm_uniform', 'beta'];
const SEED = '30:Seed (rgthree).seed';
const SIDE = { max: 2048, min: 64, precision: 0, step: 80, step2: 8 };

/** Text to image: a landscape with the things that the prompt names. Sampling has no effect. */
export const pictureFromText: SampleApp = {
	id: 54663,
	name: 'Picture from Text',
	description: 'Paints a small scene of what the prompt is about.',
	inputs: [
		appInput('6:CLIPTextEncode.text', {
			label: 'Prompt',
			type: 'customtext',
			value: 'A lighthouse at dawn',
			options: { hideOnZoom: true, minNodeSize: [400, 200] },
		}),
		appInput('7:CLIPTextEncode.text', { label: 'Negative Prompt', type: 'string' }),
		appInput('3:KSampler.steps', {
			label: 'Steps',
			type: 'number',
			value: 9,
			options: { max: 50, min: 1, precision: 0, step: 10, step2: 1 },
		}),
		appInput('3:KSampler.sampler_name', {
			label: 'Sampler',
			type: 'combo',
			value: 'euler',
			options: { values: SAMPLERS },
		}),
		appInput('3:KSampler.scheduler', {
			label: 'Scheduler',
			type: 'combo',
			value: 'simple',
			options: { values: SCHEDULERS },
		}),
		appInput('28:EmptyLatentImage.width', {
			label: 'Width',
			type: 'number',
			value: 512,
			options: SIDE,
		}),
		appInput('28:EmptyLatentImage.height', {
			label: 'Height',
			type: 'number',
			value: 384,
			options: SIDE,
		}),
		appInput(SEED, { label: 'Seed', type: 'number', value: -1 }),
	],
	outputs(values, { requestId }) {
		const width = Number(values['28:EmptyLatentImage.width']);
		const height = Number(values['28:EmptyLatentImage.height']);
		const seed = seedOf(values[SEED], requestId);
		const prompt = String(values['6:CLIPTextEncode.text']);
		return [{ ext: '.png', render: () => renderScene({ prompt, seed, width, height }) }];
	},
};

/** To try limits of time and pauses. */
export const slowPicture: SampleApp = {
	...pictureFromText,
	id: 57104,
	name: 'Slow Picture',
	description: 'Queues for 30 seconds and runs for a minute.',
	plan: { queuingMs: 30_000, queueCount: 2, runningMs: 60_000 },
};

/** To try what a workflow does when a task fails. */
export const failingPicture: SampleApp = {
	...pictureFromText,
	id: 57106,
	name: 'Failing Picture',
	description: 'Fails each time.',
	plan: { outcome: 'Failed', errorMessage: 'Out of memory.' },
};
