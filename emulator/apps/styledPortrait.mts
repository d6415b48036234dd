import { renderCard } from '../rendering/card.mts';
import { appInput, type OutputFile, type SampleApp, seedOf } from './app.mts';

const LORAS = [
	'Kook_Zimage_瑶光.safetensors',
	'水墨山水_v2.safetensors',
	'线稿-清晰 (beta).safetensors',
];
const SEED = '22:KSampler.seed';
const MAX_PICTURES = 4;

/** Several outputs, choices as a plain array, a seed of more than 32 bits. */
export const styledPortrait: SampleApp = {
	id: 54716,
	name: 'Styled Portrait',
	description: 'Makes one to four pictures, each with a seed one higher than the last.',
	inputs: [
		appInput('23:LoraLoaderModelOnly.lora_name', {
			label: 'Style',
			type: 'combo',
			value: 'Kook_Zimage_瑶光.safetensors',
			options: LORAS,
		}),
		appInput('23:LoraLoaderModelOnly.strength_model', {
			label: 'Strength',
			type: 'number',
			value: 0.5,
			options: { max: 9.99, min: 0.01, precision: 2, round: 0.01, step: 0.1 },
		}),
		appInput('49:CR Text.text', {
			label: 'Description',
			type: 'textarea',
			value: 'Portrait of a gardener,\nsoft morning light',
		}),
		appInput(SEED, { label: 'Seed', type: 'seed', value: 645336705902829 }),
		appInput('21:EmptyLatentImage.batch_size', {
			label: 'Pictures',
			type: 'int',
			value: 1,
			options: { max: MAX_PICTURES, min: 1, step: 10, step2: 1 },
		}),
		appInput('60:INTConstant.value', {
			label: 'Side Length',
			type: 'int',
			value: 640,
			options: { max: 2048, min: 64, step: 80, step2: 8 },
		}),
		appInput('12:Toggle.enabled', { label: 'Apply Style', type: 'boolean', value: true }),
	],
	outputs(values, { requestId }) {
		const wanted = Math.trunc(Number(values['21:EmptyLatentImage.batch_size']));
		const count = Math.min(Math.max(1, wanted), MAX_PICTURES);
		const side = Number(values['60:INTConstant.value']);
		const firstSeed = seedOf(values[SEED], requestId);
		const styled = String(values['12:Toggle.enabled']) === 'true';
		const style = styled ? String(values['23:LoraLoaderModelOnly.lora_name']) : 'no style';

		function picture(index: number): OutputFile {
			const seed = firstSeed + index;
			const text = String(values['49:CR Text.text']);
			const pattern = JSON.stringify([values, seed]);
			const card = {
				width: side,
				height: side,
				text,
				footnote: `${style}   seed ${seed}`,
				pattern,
			};
			return { ext: '.png', render: () => renderCard(card) };
		}
		return Array.from({ length: count }, (_, index) => picture(index));
	},
};
