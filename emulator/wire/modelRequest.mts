import type { ServiceError } from '../errors/errorCodes.mts';
import { INVALID_PARAMETER, WRONG_TYPE } from '../errors/serviceErrors.mts';
import { isRecord } from '../http/json.mts';
import type { ModelParameter, ModelValues, SampleModel } from '../models/model.mts';

/** Checks the body of a call, which is its parameters by name; ones that the model lacks pass. */
export function readModelValues(
	{ parameters }: SampleModel,
	body: unknown,
): { readonly values: ModelValues } | { readonly error: ServiceError } {
	if (!isRecord(body)) return { error: INVALID_PARAMETER };
	const sent = parameters.filter(({ name }) => body[name] !== undefined);
	const isFit = sent.every(({ name, type }) => typeof body[name] === TYPES[type]);
	if (!isFit) return { error: WRONG_TYPE };
	const isComplete = parameters.every(({ name, value }) => (body[name] ?? value) !== undefined);
	return isComplete ? { values: body } : { error: INVALID_PARAMETER };
}

/** Unlike for inputs of apps, a number in the form of a text is of the wrong type. */
const TYPES: Readonly<Record<ModelParameter['type'], string>> = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
};
