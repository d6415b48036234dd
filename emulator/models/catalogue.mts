import type { SampleModel } from './model.mts';
import { textToAudio } from './textToAudio.mts';
import { textToImage } from './textToImage.mts';
import { textToText } from './textToText.mts';

/** The models that the emulator offers. */
export const SAMPLE_MODELS: readonly SampleModel[] = [textToImage, textToText, textToAudio];

/** The model at this path, if the emulator has it. */
export function findModel(endpoint: string): SampleModel | undefined {
	return SAMPLE_MODELS.find((model) => model.endpoint === endpoint);
}
