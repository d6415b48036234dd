import type { OutputFile } from '../apps/app.mts';
import type { ModelValues, ModelOutputs, SampleModel } from './model.mts';
import type { ModelTask } from './modelTaskStore.mts';

export function outputsOf({ model, values, requestId }: ModelTask): ModelOutputs {
	return model.outputs(withDefaults(model, values), requestId);
}

/** The files among the outputs, in the order in which they are numbered. */
export function filesOf({ images = [], videos = [], audios = [] }: ModelOutputs): OutputFile[] {
	return [...images, ...videos, ...audios];
}

function withDefaults({ parameters }: SampleModel, sent: ModelValues): ModelValues {
	const values = parameters.map(({ name, value }) => [name, sent[name] ?? value] as const);
	return Object.fromEntries(values);
}
