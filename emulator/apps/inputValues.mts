import type { AppInput, InputValue, InputValues, SampleApp } from './app.mts';

const NUMBER_TYPES = new Set(['number', 'int', 'integer', 'float', 'slider', 'seed']);
const BOOLEAN_TYPES = new Set(['boolean', 'bool', 'toggle', 'switch', 'checkbox']);

/** Whether a value has a type that its input accepts; numbers may be numeric strings. */
export function hasValidType(input: AppInput, value: unknown): value is InputValue {
	if (NUMBER_TYPES.has(input.fieldType)) return isNumeric(value);
	if (BOOLEAN_TYPES.has(input.fieldType)) return typeof value === 'boolean' || isBooleanText(value);
	return isScalar(value);
}

/** Whether a value is one that any input may have (spec: task create request). */
export function isScalar(value: unknown): value is InputValue {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Whether a value is a URL (spec: local paths and inline base64 are not accepted). Any
 * host is accepted, as by the live service.
 */
export function isWebUrl(value: unknown): boolean {
	return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Fills in the app's defaults; unknown keys are dropped. */
export function withDefaults(app: SampleApp, sent: InputValues): InputValues {
	const values = app.inputs.map(({ key, value }) => [key, sent[key] ?? value ?? ''] as const);
	return Object.fromEntries(values);
}

function isNumeric(value: unknown): boolean {
	if (typeof value === 'number') return true;
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function isBooleanText(value: unknown): boolean {
	return typeof value === 'string' && /^(true|false)$/i.test(value);
}
