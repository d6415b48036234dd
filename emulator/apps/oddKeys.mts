import { appInput, type SampleApp } from './app.mts';
import { valueSheet } from './valueSheet.mts';

/** Keys that break clients which split, quote or rebuild them. */
export const oddKeys: SampleApp = {
	id: 57001,
	name: 'Odd Keys',
	description: 'Shows the values that arrived under unusual keys.',
	inputs: [
		appInput('a["b"].c', { label: 'Quotes and Brackets', type: 'string', value: 'quoted' }),
		appInput("it's.x", { label: 'Apostrophe', type: 'number', value: 3, options: { min: 0 } }),
		appInput('x]y[0].z', { label: 'Reversed Brackets', type: 'boolean', value: false }),
		appInput('中文:节点.字段', {
			label: '中文标签',
			type: 'combo',
			value: '红',
			options: { values: ['红', '绿', '蓝'] },
		}),
		appInput('back\\slash.k', {
			label: 'Backslash',
			type: 'slider',
			value: 0.5,
			options: { max: 1, min: 0, precision: 2, step: 0.1, step2: 0.01 },
		}),
		appInput('107:Some API: v2.5 (beta).user_prompt', {
			label: 'Dots, Colons, Spaces and Brackets',
			type: 'customtext',
			value: 'Tell a short story.',
		}),
	],
	outputs: (values) => [valueSheet('Odd Keys', values)],
};
