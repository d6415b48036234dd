import type { Product } from '../apps/app.mts';
import type { ModelValues, ModelWorks, SampleModel } from './model.mts';
import type { ModelTask } from './modelTaskStore.mts';

/** What a model's task makes. */
export function worksOf({ model, values, requestId }: ModelTask): ModelWorks {
	return model.produce(completeModelValues(model, values), requestId);
}

/** The files among the works, in the order in which they are numbered. */
export function filesOf({ images = [], videos = [], audios = [] }: ModelWorks): Product[] {
	return [...images, ...videos, ...audios];
}

/** Sent values over the model's defaults. */
function completeModelValues({ parameters }: SampleModel, sent: ModelValues): ModelValues {
	const values = parameters.map(({ name, value }) => [name, sent[name] ?? value] as const);
	return Object.fromEntries(values);
}
