import type { ServiceError } from '../errors/errorCodes.mts';
import { INVALID_PARAMETER, WRONG_TYPE } from '../errors/serviceErrors.mts';
import { isRecord } from '../http/json.mts';
import type { ModelParameter, ModelValues, SampleModel } from '../models/model.mts';

/** Validates the body of a call: its parameters by name. Unknown ones are ignored. */
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

/** Unlike app inputs, numeric strings are not accepted as numbers. */
const TYPES: Readonly<Record<ModelParameter['type'], string>> = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
};
