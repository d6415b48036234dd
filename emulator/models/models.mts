import { type InputValue, type OutputFile, seedOf } from '../apps/app.mts';
import { renderScene } from '../rendering/scene.mts';
import { renderTone } from '../rendering/sound.mts';

/** The parameters of a call, with or without defaults. */
export type ModelValues = Readonly<Record<string, unknown>>;

export type ModelParameter = {
	readonly name: string;
	readonly type: 'text' | 'number' | 'boolean';
	/** The default; a parameter without one is required. */
	readonly value?: InputValue;
};

/** The outputs of a call by kind. */
export type ModelOutputs = {
	readonly images?: readonly OutputFile[];
	readonly videos?: readonly OutputFile[];
	readonly audios?: readonly OutputFile[];
	readonly texts?: readonly string[];
};

export type SampleModel = {
	/** The path of its create endpoint, of two or three segments. */
	readonly endpoint: string;
	readonly parameters: readonly ModelParameter[];
	/** `values` include the defaults. */
	outputs(values: ModelValues, requestId: string): ModelOutputs;
};

const MAX_PICTURES = 4;

/** Text to image: up to four images, with consecutive seeds. */
const textToImage: SampleModel = {
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

/** Text to text: answers with the words of the prompt in reverse order. */
const textToText: SampleModel = {
	endpoint: 'sample-writer/text-to-text',
	parameters: [
		{ name: 'user_prompt', type: 'text' },
		{ name: 'system_prompt', type: 'text', value: '' },
		{ name: 'max_tokens', type: 'number', value: 256 },
		{ name: 'shout', type: 'boolean', value: false },
	],
	outputs(values) {
		const words = String(values['user_prompt']).split(/\s+/).reverse();
		const answer = words.slice(0, Number(values['max_tokens'])).join(' ');
		return { texts: [values['shout'] ? answer.toUpperCase() : answer] };
	},
};

/** Text to audio, at an endpoint of three segments: outputs a tone and the text. */
const textToAudio: SampleModel = {
	endpoint: 'sample-singer/text-to-audio/fast',
	parameters: [{ name: 'lyrics', type: 'text' }],
	outputs({ lyrics }) {
		const text = String(lyrics);
		return { audios: [{ ext: '.wav', render: async () => renderTone(text) }], texts: [text] };
	},
};

/** The models that the emulator offers. */
export const SAMPLE_MODELS: readonly SampleModel[] = [textToImage, textToText, textToAudio];

/** Models to begin with, with parameters that they take. */
export const MODELS_TO_TRY = [
	{ path: textToImage.endpoint, parameters: { prompt: 'a red kite' } },
	{ path: textToText.endpoint, parameters: { user_prompt: 'a red kite' } },
];

/** The model at this path, if the emulator has it. */
export function findModel(endpoint: string): SampleModel | undefined {
	return SAMPLE_MODELS.find((model) => model.endpoint === endpoint);
}
