import type { InputValues } from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import { isFileUrl, hasValidType } from '../apps/inputValues.mts';
import type { ServiceError } from '../errors/errorCodes.mts';
import {
	APP_NOT_FOUND,
	INVALID_PARAMETER,
	NO_INPUT_VALUES,
	WRONG_TYPE,
} from '../errors/serviceErrors.mts';
import { isRecord } from '../http/json.mts';

/** A valid create request (spec: task create request). */
export type CreateRequest = {
	readonly appId: number;
	readonly inputValues: InputValues;
	readonly suppressPreview: boolean;
};

/** Validates the body of a create request, in the order of the service's own checks. */
export function readCreateRequest(body: unknown): CreateRequest | { readonly error: ServiceError } {
	if (!isRecord(body)) return { error: INVALID_PARAMETER };
	const { web_app_id: appId, input_values: values, suppress_preview_output: suppress } = body;
	if (typeof appId !== 'number' || !Number.isInteger(appId)) return { error: INVALID_PARAMETER };
	if (!isRecord(values) || Object.keys(values).length === 0) return { error: NO_INPUT_VALUES };
	const app = findApp(appId);
	if (!app) return { error: APP_NOT_FOUND };
	const sent = app.inputs.filter(({ key }) => Object.hasOwn(values, key));
	const isFit = sent.every((input) => hasValidType(input, values[input.key]));
	if (!isFit) return { error: WRONG_TYPE };
	const noFile = sent.find(({ isMedia, key }) => isMedia && !isFileUrl(values[key]));
	if (noFile) {
		return { error: { ...INVALID_PARAMETER, message: `invalid parameter: ${noFile.key}` } };
	}
	return { appId, inputValues: values as InputValues, suppressPreview: suppress === true };
}
