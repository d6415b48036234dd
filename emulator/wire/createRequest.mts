import type { InputValues, SampleApp } from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import { hasValidType, isWebUrl, isScalar } from '../apps/inputValues.mts';
import type { ServiceError } from '../errors/errorCodes.mts';
import {
	APP_NOT_FOUND,
	INVALID_PARAMETER,
	NO_INPUT_VALUES,
	WRONG_TYPE,
} from '../errors/serviceErrors.mts';
import { isRecord } from '../http/json.mts';
import type { Quirks } from '../settings/quirks.mts';

/** A valid create request (spec: task create request). */
export type CreateRequest = {
	readonly appId: number;
	readonly inputValues: InputValues;
	readonly suppressPreview: boolean;
};

type Values = Readonly<Record<string, unknown>>;

/** Validates the body of a create request, in the order of the service's own checks. */
export function readCreateRequest(
	body: unknown,
	quirks: Quirks,
): CreateRequest | { readonly error: ServiceError } {
	if (!isRecord(body)) return { error: INVALID_PARAMETER };
	const { web_app_id: appId, input_values: values, ...others } = body;
	const { suppress_preview_output: suppress = false, ...unknown } = others;
	if (typeof appId !== 'number' || !Number.isInteger(appId)) return { error: INVALID_PARAMETER };
	if (!isRecord(values) || Object.keys(values).length === 0) return { error: NO_INPUT_VALUES };
	const app = findApp(appId, quirks);
	if (!app) return { error: APP_NOT_FOUND };
	const keys = new Set(app.inputs.map(({ key }) => key));
	const odd = [...Object.keys(unknown), ...Object.keys(values).filter((key) => !keys.has(key))];
	if (odd[0] !== undefined && !quirks.looseRequests) return { error: refused(odd[0]) };
	if (typeof suppress !== 'boolean') return { error: WRONG_TYPE };
	const error = valuesError(app, values);
	return error
		? { error }
		: { appId, inputValues: values as InputValues, suppressPreview: suppress };
}

function valuesError({ inputs }: SampleApp, values: Values): ServiceError | undefined {
	const sent = inputs.filter(({ key }) => Object.hasOwn(values, key));
	const isFit =
		Object.values(values).every(isScalar) &&
		sent.every((input) => hasValidType(input, values[input.key]));
	if (!isFit) return WRONG_TYPE;
	const noFile = sent.find(({ isMedia, key }) => isMedia && !isWebUrl(values[key]));
	return noFile && refused(noFile.key);
}

function refused(name: string): ServiceError {
	return { ...INVALID_PARAMETER, message: `invalid parameter: ${name}` };
}
