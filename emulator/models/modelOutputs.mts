import type { Product } from '../apps/app.mts';
import type { ModelWorks } from './model.mts';
import type { ModelTask } from './modelTaskStore.mts';
import { completeModelValues } from '../wire/modelRequest.mts';

/** What a model's task makes. */
export function worksOf({ model, values, requestId }: ModelTask): ModelWorks {
	return model.produce(completeModelValues(model, values), requestId);
}

/** The files among the works, in the order in which they are numbered. */
export function filesOf({ images = [], videos = [], audios = [] }: ModelWorks): Product[] {
	return [...images, ...videos, ...audios];
}
