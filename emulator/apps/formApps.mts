import { renderCard } from '../rendering/card.mts';
import { byteStream } from '../rendering/file.mts';
import { renderTone } from '../rendering/sound.mts';
import {
	appInput,
	type AppInput,
	type InputValue,
	type InputValues,
	type OutputFile,
	type SampleApp,
} from './app.mts';

/** An image that lists the values of the task, for apps that test inputs. */
export function valueSheet(title: string, values: InputValues): OutputFile {
	const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
	const text = [title, '', ...lines].join('\n');
	const pattern = JSON.stringify(values);
	const card = { width: 640, height: 'fitting', text, footnote: '', pattern } as const;
	return { ext: '.png', render: () => renderCard(card) };
}

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
			value: 0.5000000000000001,
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

type Field = readonly [type: string, value: InputValue | null, options?: object | string];

const RANGE = { max: 10, min: 0, precision: 2, step: 1, step2: 0.1 };
const LABELLED = [
	{ value: 'a', label: 'First' },
	{ value: 'b', label: 'Second' },
];
const NAMED = [
	{ id: 10, name: 'Ten' },
	{ id: 20, name: 'Twenty' },
];

/** Every known spelling of `field_type`, with options in every form seen. */
const FIELDS: readonly Field[] = [
	['text', 'a line'],
	['textarea', 'two\nlines'],
	['customtext', 'a longer text', { hideOnZoom: true, minNodeSize: [400, 200] }],
	['string', null],
	['number', '7', { max: 100, min: 1, precision: 0, step: 10, step2: 1 }],
	['int', 4, { max: 8, min: 1, step: 1 }],
	['integer', 5, '{"max": 8, "min":'],
	['float', 0.25, RANGE],
	['slider', 3, RANGE],
	['seed', 12345, { max: 2147483647, min: 1, step: 5 }],
	['boolean', true],
	['bool', false],
	['toggle', 'true'],
	['switch', 'false', { on: 'Yes', off: 'No' }],
	['checkbox', true, ''],
	['combo', 'medium', { values: ['small', 'medium', 'large'] }],
	['select', 2, { options: [1, 2, 3] }],
	['enum', 'b', { choices: LABELLED }],
	['choice', 20, { values: NAMED }],
	['option', 'north', ['north', 'south']],
	['dropdown', 'unlisted', { values: [] }],
	['hidden', 'internal'],
	['STRING', 'capital letters'],
	['mystery', 'a type that nobody knows'],
];

/** `sort` reverses the order of the list, to detect clients that ignore it. */
function inputOf([type, value, options]: Field, index: number): AppInput {
	const label = `Field of Type ${type}`;
	const sort = FIELDS.length - index;
	return appInput(`${index + 1}:Field.${type}_value`, { label, type, value, options, sort });
}

export const everyFieldType: SampleApp = {
	id: 57002,
	name: 'Every Field Type',
	description: 'Shows the values that arrived for every kind of field.',
	inputs: FIELDS.map(inputOf),
	outputs: (values) => [valueSheet('Every Field Type', values)],
};

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
		appInput('8:KSampler.seed', { label: 'Seed', type: 'seed', value: 7 }),
	],
	outputs(values) {
		const sound = {
			ext: '.wav',
			render: async () => renderTone(JSON.stringify(values)),
		} as const;
		return [valueSheet('All Media', values), sound];
	},
};

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

/** Inputs whose author published no default, beside one that has one. */
export const withoutDefaults: SampleApp = {
	id: 57013,
	name: 'Without Defaults',
	description: 'Shows the values that arrived for inputs that have no default.',
	inputs: [
		appInput('1:Prompt.text', { label: 'Prompt', type: 'customtext', value: 'hello' }),
		appInput('2:Sampler.steps', {
			label: 'Steps',
			type: 'int',
			value: null,
			options: { max: 50, min: 5, precision: 0, step: 10, step2: 1 },
		}),
		appInput('2:Sampler.cfg', { label: 'Guidance', type: 'float', value: null }),
		appInput('2:Sampler.seed', { label: 'Seed', type: 'seed', value: '18446744073709551615' }),
		appInput('2:Sampler.tiled', { label: 'Tiled', type: 'boolean', value: null }),
		appInput('2:Sampler.name', {
			label: 'Sampler',
			type: 'combo',
			value: null,
			options: { values: ['euler', 'heun'] },
		}),
		appInput('3:Note.text', { label: 'Note', type: 'string', value: null }),
	],
	outputs: (values) => [valueSheet('Without Defaults', values)],
};

/** Cannot be run: it has no inputs, and the service rejects empty `input_values`. */
export const noInputs: SampleApp = {
	id: 57003,
	name: 'No Inputs',
	description: 'Has nothing to fill in.',
	inputs: [],
	outputs: (values) => [valueSheet('No Inputs', values)],
};

/** Visible to its owner only. */
export const privateApp: SampleApp = {
	id: 57005,
	name: 'Private App',
	description: "Not found without its owner's API key.",
	isPrivate: true,
	inputs: [appInput('1:Text.text', { label: 'Text', type: 'string', value: 'for my eyes only' })],
	outputs: (values) => [valueSheet('Private App', values)],
};

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

const MAX_BYTES = 2 ** 33;

/** A download of any size, to check that clients stream it. */
export const bigFile: SampleApp = {
	id: 57101,
	name: 'Big File',
	description: 'Makes a file of as many bytes as asked for.',
	inputs: [
		appInput('1:File.bytes', {
			label: 'Bytes',
			type: 'number',
			value: 1_048_576,
			options: { max: MAX_BYTES, min: 0, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs(values) {
		const wanted = Math.trunc(Number(values['1:File.bytes']));
		const size = Math.min(Math.max(0, wanted), MAX_BYTES);
		return [{ ext: '.bin', render: async () => byteStream(size) }];
	},
};
