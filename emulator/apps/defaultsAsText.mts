import { appInput, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

/** Defaults as strings for every kind of field, as in the specification, and unsuitable ones. */
export const defaultsAsText: SampleApp = {
	id: 57011,
	name: 'Defaults as Text',
	description: 'Shows the values that arrived for fields whose defaults are texts.',
	inputs: [
		appInput('1:Upscale.factor', {
			label: 'Factor',
			type: 'combo',
			value: '2',
			options: { values: [1, 2, 4] },
		}),
		appInput('2:Loader.checkpoint', {
			label: 'Checkpoint',
			type: 'combo',
			value: 'author-only.safetensors',
			options: { values: ['base.safetensors', 'turbo.safetensors'] },
		}),
		appInput('3:Style.name', {
			label: 'Style',
			type: 'combo',
			value: '',
			options: { values: ['ink', 'oil'] },
		}),
		appInput('4:Switch.state', {
			label: 'State',
			type: 'select',
			value: true,
			options: ['true', 'false'],
		}),
		appInput('5:KSampler.steps', {
			label: 'Steps',
			type: 'number',
			value: '20',
			options: { max: 50, min: 1, precision: 0, step: 10, step2: 1 },
		}),
		appInput('5:KSampler.denoise', { label: 'Denoise', type: 'slider', value: '0.75' }),
		appInput('5:KSampler.cfg', { label: 'Guidance', type: 'float', value: '' }),
		appInput('6:Tiling.enabled', { label: 'Tiling', type: 'boolean', value: 'true' }),
		appInput('7:RandomNoise.noise_seed', {
			label: 'Seed',
			type: 'seed',
			value: '18446744073709551614',
			options: '{"max":18446744073709551615,"min":0}',
		}),
		appInput('8:Source.seed', { label: 'Seed of the Source', type: 'int', value: 2 ** 60 }),
	],
	outputs: (values) => [valueSheet('Defaults as Text', values)],
};
