import { appInput, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

/** Labels without a Latin letter, two of them of the same length, as most apps have them. */
export const chinesePoster: SampleApp = {
	id: 57105,
	name: '海报生成',
	description: 'Shows the texts that arrived for a poster.',
	inputs: [
		appInput('6:CLIPTextEncode.text', { label: '提示词', type: 'customtext', value: '山水画' }),
		appInput('7:CLIPTextEncode.text', { label: '负面词', type: 'customtext', value: '模糊' }),
		appInput('9:Poster.width', {
			label: '宽度',
			type: 'number',
			value: 512,
			options: { max: 2048, min: 64, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs: (values) => [valueSheet('海报生成', values)],
};
